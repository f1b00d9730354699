package dev.cress.selector;

import dev.cress.hash.HashFunction;
import dev.cress.hash.HashFunctions;
import dev.cress.selector.RingPreset.Find;
import dev.cress.selector.RingPreset.Tie;

/** The settings of other memcached clients; {@link Presets} tells about each. */
final class MemcachedClients {

  static final int FOLSOM_POINTS = 100;
  static final int EVCACHE_BUCKET_SIZE = 160;

  private static final int DEFAULT_PORT = LibmemcachedClients.DEFAULT_PORT;
  private static final int KETAMA_HASHES = 40;
  private static final int KETAMA_POINTS = 160;
  private static final int XMEMCACHED_LIBMEMCACHED_POINTS = 100;
  private static final int PECL_BUCKETS = 1024;
  private static final int POINTS_PER_DIGEST = 4;
  private static final int MAX_BUCKET_SIZE = POINTS_PER_DIGEST * RingSelector.MAX_POINTS_PER_WEIGHT;

  private MemcachedClients() {}

  static RendezvousPreset pymemcache(RendezvousPreset.Score score) {
    return RendezvousPreset.builder("pymemcache-rendezvous")
        .identity(NodeIdentities.address())
        .score(score)
        .build();
  }

  static RingPreset dalli(String namespace) {
    return RingPreset.builder("dalli-ring")
        .identity(NodeIdentities.address())
        .weights(WeightRule.WHOLE)
        .pointCount(PointCounts.shareDividedLast())
        .pointHash(PointHashes.numbered(HashFunctions.sha1BigEndian(), ":"))
        .tie(Tie.LAST)
        .find(Find.FLOOR)
        .keyHash(KeyHashes.dalli(namespace))
        .build();
  }

  static RingPreset npm(NodeIdentity identity, PointCount count, PointHash hash) {
    return RingPreset.builder("npm-hashring")
        .identity(identity)
        .weights(WeightRule.ANY)
        .pointCount(count)
        .pointHash(hash)
        .build();
  }

  static RingPreset xmemcachedKetama(NodeIdentity identity) {
    return RingPreset.builder("xmemcached-ketama")
        .identity(identity)
        .weights(WeightRule.WHOLE)
        .pointCount(PointCounts.perWeight(KETAMA_HASHES))
        .tie(Tie.REFUSED)
        .build();
  }

  /** With another hash than MD5. */
  static RingPreset xmemcachedKetama(HashFunction hash) {
    return xmemcachedKetama(NodeIdentities.javaAddress("/")).toBuilder()
        .pointCount(PointCounts.perWeight(KETAMA_POINTS))
        .pointHash(PointHashes.numbered(hash, "-"))
        .keyHash(hash)
        .build();
  }

  static RingPreset xmemcachedLibmemcached() {
    return RingPreset.builder("xmemcached-libmemcached")
        .identity(NodeIdentities.hostName(DEFAULT_PORT))
        .pointCount(PointCounts.always(XMEMCACHED_LIBMEMCACHED_POINTS))
        .pointHash(PointHashes.numbered(HashFunctions.oneAtATime(), "-"))
        .tie(Tie.REFUSED)
        .keyHash(HashFunctions.oneAtATime())
        .build();
  }

  static RendezvousPreset xmemcachedElection() {
    return RendezvousPreset.builder("xmemcached-election")
        .identity(NodeIdentities.javaAddress("/"))
        .weights(WeightRule.WHOLE)
        .score(RendezvousPreset.Score.MD5_OF_NUMBERED_TEXT)
        .build();
  }

  /** A list of nodes, each repeated by its weight, and the remainder of a hash. */
  static TablePreset list(HashFunction keyHash) {
    return TablePreset.builder("list").weights(WeightRule.WHOLE).keyHash(keyHash).build();
  }

  static RingPreset peclConsistent(HashFunction hash) {
    return RingPreset.builder("pecl-memcache-consistent")
        .identity(NodeIdentities.address())
        .weights(WeightRule.WHOLE)
        .pointCount(PointCounts.perWeight(KETAMA_POINTS))
        .pointHash(PointHashes.numbered(hash, "-"))
        .keyHash(hash)
        .buckets(PECL_BUCKETS)
        .build();
  }

  static RingPreset folsom(int points) {
    return RingPreset.builder("folsom-continuum")
        .identity(NodeIdentities.address())
        .pointCount(PointCounts.always(points))
        .pointHash(PointHashes.chained(HashFunctions.murmur3()))
        .tie(Tie.LAST)
        .signed()
        .keyHash(HashFunctions.murmur3())
        .build();
  }

  static RingPreset evcache(int bucketSize) {
    return RingPreset.builder("evcache-ketama")
        .identity(NodeIdentities.evcache())
        .pointCount(evcachePoints(bucketSize))
        .tie(Tie.LAST)
        .build();
  }

  static PointCount evcachePoints(int bucketSize) {
    if (bucketSize < POINTS_PER_DIGEST || bucketSize > MAX_BUCKET_SIZE) {
      throw new IllegalArgumentException(
          "bucketSize must be between %d and %d but was %d"
              .formatted(POINTS_PER_DIGEST, MAX_BUCKET_SIZE, bucketSize));
    }
    return PointCounts.always(bucketSize / POINTS_PER_DIGEST);
  }

  static RingPreset spymemcached(NodeIdentity identity) {
    return RingPreset.builder("spymemcached-ketama")
        .identity(identity)
        .pointCount(PointCounts.always(KETAMA_HASHES))
        .tie(Tie.LAST)
        .build();
  }

  /** With another hash than MD5. */
  static RingPreset spymemcached(HashFunction hash) {
    return spymemcached(NodeIdentities.javaAddress("")).toBuilder()
        .pointCount(PointCounts.always(KETAMA_POINTS))
        .pointHash(PointHashes.numbered(hash, "-"))
        .keyHash(hash)
        .build();
  }

  static RingPreset spymemcachedWeighted() {
    return spymemcached(NodeIdentities.hostName(DEFAULT_PORT)).toBuilder()
        .weights(WeightRule.WHOLE)
        .pointCount(PointCounts.floatShare())
        .build();
  }

  static TablePreset spymemcachedModulo(HashFunction keyHash) {
    return TablePreset.builder("spymemcached-modulo").keyHash(keyHash).build();
  }
}
