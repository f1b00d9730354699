package dev.cress.selector;

import dev.cress.hash.HashFunction;
import dev.cress.hash.HashFunctions;
import java.util.Map;
import java.util.TreeMap;

/**
 * The settings of libmemcached, of the clients built on it, and of twemproxy, which has the same
 * hash functions under other names; {@link Presets} tells about each.
 */
final class LibmemcachedClients {

  static final int DEFAULT_PORT = 11211;

  private static final int PLAIN_POINTS = 100;

  private static final Map<String, HashFunction> SHARED =
      Map.of(
          "md5", HashFunctions.md5(),
          "fnv1_64", HashFunctions.fnv1_64Low32Signed(),
          "fnv1a_64", HashFunctions.fnv1a_64Low32Signed(),
          "fnv1_32", HashFunctions.fnv1_32Signed(),
          "fnv1a_32", HashFunctions.fnv1a_32Signed(),
          "murmur", HashFunctions.murmur2(),
          "jenkins", HashFunctions.lookup3());

  static final Map<String, HashFunction> LIBMEMCACHED_HASHES =
      withShared(
          Map.of("default", HashFunctions.oneAtATimeSigned(), "crc", HashFunctions.crc32Short()));

  static final Map<String, HashFunction> TWEMPROXY_HASHES =
      withShared(
          Map.of(
              "one_at_a_time", HashFunctions.oneAtATimeSigned(),
              "crc16", HashFunctions.crc16(),
              "crc32", HashFunctions.crc32Short(),
              "crc32a", HashFunctions.crc32(),
              "hsieh", HashFunctions.hsiehSigned()));

  private LibmemcachedClients() {}

  private static Map<String, HashFunction> withShared(Map<String, HashFunction> own) {
    Map<String, HashFunction> all = new TreeMap<>(SHARED);
    all.putAll(own);
    return all;
  }

  static HashFunction hash(Map<String, HashFunction> hashes, String name) {
    HashFunction hash = hashes.get(name);
    if (hash == null) {
      throw new IllegalArgumentException(
          "hash must be one of %s but was %s".formatted(hashes.keySet(), name));
    }
    return hash;
  }

  static RingPreset.Builder twemproxy(String hash) {
    return RingPreset.builder("twemproxy-ketama-" + hash)
        .identity(NodeIdentities.nameOr(NodeIdentities.addressWithout(DEFAULT_PORT)))
        .orderByLength()
        .weights(WeightRule.WHOLE)
        .pointCount(PointCounts.floatShare())
        .keyHash(hash(TWEMPROXY_HASHES, hash));
  }

  static TablePreset twemproxyModula(String hash) {
    return TablePreset.builder("twemproxy-modula-" + hash)
        .identity(NodeIdentities.nameOr(NodeIdentities.addressWithout(DEFAULT_PORT)))
        .orderByLength()
        .weights(WeightRule.WHOLE)
        .keyHash(hash(TWEMPROXY_HASHES, hash))
        .build();
  }

  static TablePreset modula(String hash) {
    return TablePreset.builder("libmemcached-modula-" + hash)
        .weights(WeightRule.IGNORED)
        .keyHash(hash(LIBMEMCACHED_HASHES, hash))
        .build();
  }

  /** The ring with the weighted flag on; hash {@code md5} is libketama's. */
  static RingPreset.Builder ketama(String hash) {
    return RingPreset.builder("libmemcached-ketama-" + hash)
        .identity(NodeIdentities.addressWithout(DEFAULT_PORT))
        .weights(WeightRule.WHOLE)
        .pointCount(PointCounts.floatShare())
        .keyHash(hash(LIBMEMCACHED_HASHES, hash));
  }

  /** The ring with the flag off, which a weight above 1 turns on. */
  static RingPreset consistent(String hash, NodeIdentity identity) {
    HashFunction function = hash(LIBMEMCACHED_HASHES, hash);
    return RingPreset.builder("libmemcached-consistent-" + hash)
        .identity(identity)
        .weights(WeightRule.WHOLE)
        .pointCount(PointCounts.always(PLAIN_POINTS))
        .pointHash(PointHashes.numbered(function, "-"))
        .weightedPoints(PointCounts.floatShare(), PointHashes.md5())
        .keyHash(function)
        .build();
  }

  /** The points were made with the default hash, before the hash was set. */
  static RingPreset.Builder consistentServersFirst(String hash) {
    return RingPreset.builder("libmemcached-consistent-servers-first-" + hash)
        .identity(NodeIdentities.addressWithout(DEFAULT_PORT))
        .pointCount(PointCounts.always(PLAIN_POINTS))
        .pointHash(PointHashes.numbered(HashFunctions.oneAtATimeSigned(), "-"))
        .keyHash(hash(LIBMEMCACHED_HASHES, hash));
  }
}
