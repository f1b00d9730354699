package dev.cress.selector;

import dev.cress.hash.HashFunction;
import dev.cress.hash.HashFunctions;
import dev.cress.hash.HashTag;
import dev.cress.hash.KeyTags;
import dev.cress.selector.RingPreset.Find;
import dev.cress.selector.RingPreset.Tie;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The settings of Redis clients; {@link Presets} tells about each. */
final class RedisClients {

  private static final int JEDIS_POINTS = 160;
  private static final int REDIS_RB_POINTS = 160;
  private static final int PHPREDIS_HASHES = 40;
  private static final int PREDIS_POINTS = 128;
  private static final int PREDIS_HASHES = 40;

  private static final Map<String, HashFunction> PHPREDIS_ALGORITHMS =
      new TreeMap<>(
          Map.of(
              "md5", KeyHashes.phpredis(HashFunctions.md5Long(), false),
              "sha1", KeyHashes.phpredis(HashFunctions.sha1Long(), false),
              "crc32b", KeyHashes.phpredis(HashFunctions.crc32(), true),
              "fnv1a64", KeyHashes.phpredis(HashFunctions.fnv1a_64(), true),
              "murmur3a", KeyHashes.phpredis(HashFunctions.murmur3(), true),
              "xxh32", KeyHashes.phpredis(HashFunctions.xxh32(), true),
              "xxh64", KeyHashes.phpredis(HashFunctions.xxh64(), true)));

  private RedisClients() {}

  static RingPreset jedis(HashFunction hash, NodeIdentity identity, WeightRule weights) {
    RingPreset.Builder builder =
        RingPreset.builder("jedis")
            .identity(identity)
            .weights(weights)
            .pointCount(PointCounts.perWeight(JEDIS_POINTS))
            .pointHash(PointHashes.numbered(hash, ""))
            .tie(Tie.LAST)
            .keyHash(hash);
    return (hash.bits() == Long.SIZE ? builder.signed() : builder).build();
  }

  static RendezvousPreset goRedisRing() {
    return RendezvousPreset.builder("goredis-ring-rendezvous").keyTag(HashTag.REDIS).build();
  }

  static Set<String> phpredisAlgorithms() {
    return PHPREDIS_ALGORITHMS.keySet();
  }

  static HashFunction phpredisHash(String algorithm) {
    HashFunction hash = PHPREDIS_ALGORITHMS.get(algorithm);
    if (hash == null) {
      throw new IllegalArgumentException(
          "algorithm must be one of %s but was %s"
              .formatted(PHPREDIS_ALGORITHMS.keySet(), algorithm));
    }
    return hash;
  }

  static TablePreset phpredis(HashFunction keyHash) {
    return TablePreset.builder("phpredis-array")
        .keyTag(KeyTags.phpredis())
        .keyHash(keyHash)
        .rule(TablePreset.Rule.RANGE)
        .build();
  }

  static RingPreset phpredisConsistent(HashFunction keyHash) {
    return RingPreset.builder("phpredis-array-consistent")
        .identity(NodeIdentities.phpredisHost())
        .keyTag(KeyTags.phpredis())
        .pointCount(PointCounts.always(PHPREDIS_HASHES))
        .keyHash(keyHash)
        .build();
  }

  static RingPreset redisRb4(int database) {
    return redisRb("redis-rb4-distributed", redisRb4Identity(database), HashFunctions.crc32());
  }

  static NodeIdentity redisRb4Identity(int database) {
    return NodeIdentities.nameOr(NodeIdentities.redisUrl(database));
  }

  static RingPreset redisRb5() {
    return redisRb("redis-rb5-distributed", NodeIdentities.name(), HashFunctions.md5BigEndian());
  }

  private static RingPreset redisRb(String name, NodeIdentity identity, HashFunction pointHash) {
    return RingPreset.builder(name)
        .identity(identity)
        .keyTag(KeyTags.redisRb())
        .pointCount(PointCounts.always(REDIS_RB_POINTS))
        .pointHash(PointHashes.numbered(pointHash, ":"))
        .tie(Tie.LAST)
        .find(Find.FLOOR)
        .keyHash(HashFunctions.crc32())
        .build();
  }

  static RingPreset predis() {
    return RingPreset.builder("predis-hashring")
        .identity(NodeIdentities.address())
        .weights(WeightRule.WHOLE)
        .keyTag(HashTag.REDIS)
        .pointCount(PointCounts.roundedShare(PREDIS_POINTS))
        .pointHash(PointHashes.numbered(HashFunctions.crc32(), ":"))
        .tie(Tie.LAST)
        .find(Find.FLOOR)
        .keyHash(HashFunctions.crc32())
        .build();
  }

  static RingPreset predisKetama() {
    return RingPreset.builder("predis-ketama")
        .identity(NodeIdentities.address())
        .weights(WeightRule.WHOLE)
        .keyTag(HashTag.REDIS)
        .pointCount(PointCounts.share(PREDIS_HASHES))
        .tie(Tie.LAST)
        .build();
  }
}
