package dev.cress.selector;

import dev.cress.hash.HashFunction;
import dev.cress.hash.HashFunctions;
import dev.cress.hash.KeyTags;
import dev.cress.selector.RendezvousPreset.Score;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/** The presets by name. */
final class PresetNames {

  private static final Map<String, Supplier<Preset>> ALL = new TreeMap<>();
  private static final Map<String, Supplier<Preset>> UNSAFE = new TreeMap<>();

  static {
    addJedis();
    addPhpredis();
    addOtherRedisClients();
    addTwemproxy();
    addLibmemcached();
    addPhpMemcached();
    addPylibmc();
    addNpm();
    addXmemcached();
    addOtherMemcachedClients();
    ALL.keySet().removeAll(UNSAFE.keySet());
  }

  private PresetNames() {}

  static Set<String> names() {
    return Collections.unmodifiableSet(ALL.keySet());
  }

  static Set<String> unsafeNames() {
    return Collections.unmodifiableSet(UNSAFE.keySet());
  }

  static Preset find(String name) {
    if (UNSAFE.containsKey(name)) {
      throw new IllegalArgumentException(
          "preset must be safe but %s puts nearly all keys on one node: its key hash has 15 bits,"
                  .formatted(name)
              + " its points have 32; to leave such a fleet take Presets.unsafe or set unsafe=true");
    }
    return named(name, ALL);
  }

  static Preset findUnsafe(String name) {
    return named(name, UNSAFE);
  }

  private static Preset named(String name, Map<String, Supplier<Preset>> presets) {
    Supplier<Preset> preset = presets.get(name);
    if (preset == null) {
      throw new IllegalArgumentException(
          "preset must be one of %s but was %s".formatted(nearest(name, presets.keySet()), name));
    }
    return preset.get().toBuilder().name(name).build();
  }

  /** Returns the names that begin with the same word, or else all names. */
  private static Set<String> nearest(String name, Set<String> names) {
    String word = name.replaceFirst("-.*", "-");
    Set<String> near = new TreeSet<>(names);
    near.removeIf(other -> !other.startsWith(word));
    return near.isEmpty() ? names : near;
  }

  private static void add(String name, Supplier<Preset> preset) {
    ALL.put(name, preset);
  }

  private static void addJedis() {
    Map<String, HashFunction> hashes =
        Map.of("murmur", HashFunctions.murmur64a(), "md5", HashFunctions.md5());
    hashes.forEach(
        (name, hash) -> {
          Supplier<Preset> byPosition =
              () -> RedisClients.jedis(hash, NodeIdentities.jedisPosition(), WeightRule.NONE);
          Supplier<Preset> byName =
              () -> RedisClients.jedis(hash, NodeIdentities.jedisName(), WeightRule.WHOLE);
          add("jedis-sharding-" + name, byPosition);
          add("jedis-sharding-" + name + "-tag", () -> byPosition.get().tagged(KeyTags.jedis()));
          add("jedis3-shardedjedis-" + name, byName);
          add("jedis3-shardedjedis-" + name + "-tag", () -> byName.get().tagged(KeyTags.jedis()));
        });
  }

  private static void addPhpredis() {
    add("phpredis-array-default", () -> RedisClients.phpredis(HashFunctions.crc32Raw()));
    add(
        "phpredis-array-consistent",
        () -> RedisClients.phpredisConsistent(HashFunctions.crc32Raw()));
    for (String algorithm : RedisClients.phpredisAlgorithms()) {
      HashFunction hash = RedisClients.phpredisHash(algorithm);
      add("phpredis-array-algorithm-" + algorithm, () -> RedisClients.phpredis(hash));
      add("phpredis-array-consistent-" + algorithm, () -> RedisClients.phpredisConsistent(hash));
    }
  }

  private static void addOtherRedisClients() {
    add("goredis-ring-rendezvous", RedisClients::goRedisRing);
    add("redis-rb4-distributed", () -> RedisClients.redisRb4(0));
    add("redis-rb5-distributed", RedisClients::redisRb5);
    add("predis-hashring", RedisClients::predis);
    add("predis-ketama", RedisClients::predisKetama);
  }

  private static void addTwemproxy() {
    for (String hash : LibmemcachedClients.TWEMPROXY_HASHES.keySet()) {
      add("twemproxy-ketama-" + hash, () -> Presets.twemproxy(hash));
      add("twemproxy-modula-" + hash, () -> Presets.twemproxyModula(hash));
    }
    UNSAFE.put(
        "twemproxy-ketama-crc32",
        () -> LibmemcachedClients.twemproxy("crc32").unsafeNarrowKeyHash().build());
  }

  private static Preset libmemcachedKetama() {
    return LibmemcachedClients.ketama("md5").build();
  }

  private static void addLibmemcached() {
    add("libmemcached-ketama", PresetNames::libmemcachedKetama);
    for (String hash : LibmemcachedClients.LIBMEMCACHED_HASHES.keySet()) {
      add("libmemcached-modula-" + hash, () -> Presets.libmemcachedModula(hash));
      add("libmemcached-consistent-" + hash, () -> Presets.libmemcachedConsistent(hash));
    }
  }

  private static void addPhpMemcached() {
    add("php-memcached-modula", () -> Presets.libmemcachedModula("default"));
    add("php-memcached-consistent", () -> Presets.libmemcachedConsistent("default"));
    add("php-memcached-ketama-compatible", PresetNames::libmemcachedKetama);
    add("php-memcached-consistent-then-ketama-compatible", PresetNames::libmemcachedKetama);
    add("php-memcached-ketama-compatible-then-off", () -> Presets.libmemcachedModula("default"));
    for (String hash : LibmemcachedClients.LIBMEMCACHED_HASHES.keySet()) {
      String name = hash.replace("fnv1a_64", "fnv1a64");
      add("php-memcached-modula-" + hash, () -> Presets.libmemcachedModula(hash));
      add("php-memcached-consistent-hash-" + hash, () -> Presets.libmemcachedConsistent(hash));
      add(
          "php-memcached-consistent-hash-" + hash + "-servers-first",
          () -> LibmemcachedClients.consistentServersFirst(hash).build());
      add(
          "php-memcached-ketama-compatible-hash-" + name,
          () -> LibmemcachedClients.ketama(hash).build());
    }
    UNSAFE.put(
        "php-memcached-consistent-hash-crc-servers-first",
        () -> LibmemcachedClients.consistentServersFirst("crc").unsafeNarrowKeyHash().build());
    UNSAFE.put(
        "php-memcached-ketama-compatible-hash-crc",
        () -> LibmemcachedClients.ketama("crc").unsafeNarrowKeyHash().build());
  }

  private static void addPylibmc() {
    add("pylibmc-default", () -> Presets.libmemcachedModula("default"));
    add("pylibmc-ketama", () -> Presets.libmemcachedConsistent("default"));
    add("pylibmc-consistent", () -> Presets.libmemcachedConsistent("default"));
    add("pylibmc-consistent-weighted", () -> Presets.libmemcachedConsistent("default"));
    add("pylibmc-ketama-weighted", PresetNames::libmemcachedKetama);
    add("pylibmc-ketama+ketama-weighted", PresetNames::libmemcachedKetama);
    add(
        "pylibmc-ketama-spy",
        () -> LibmemcachedClients.consistent("default", NodeIdentities.slashAddress()));
    for (String hash : LibmemcachedClients.LIBMEMCACHED_HASHES.keySet()) {
      add("pylibmc-modula-" + hash, () -> Presets.libmemcachedModula(hash));
      add("pylibmc-consistent-" + hash, () -> Presets.libmemcachedConsistent(hash));
      add("pylibmc-ketama-hash-" + hash, () -> Presets.libmemcachedConsistent(hash));
      add("pylibmc-ketama-weighted-hash-" + hash, PresetNames::libmemcachedKetama);
    }
  }

  private static void addNpm() {
    NodeIdentity address = NodeIdentities.address();
    NodeIdentity withoutPort = NodeIdentities.addressWithout(LibmemcachedClients.DEFAULT_PORT);
    PointCount share = PointCounts.shareNumberFirst(40);
    PointHash md5 = PointHashes.md5();
    PointHash threeWords = PointHashes.md5(3);
    add("npm-hashring-md5", () -> MemcachedClients.npm(address, share, md5));
    add("npm-hashring-md5-defaultport", () -> MemcachedClients.npm(withoutPort, share, md5));
    add(
        "npm-hashring-md5-vnodecount",
        () -> MemcachedClients.npm(address, PointCounts.shareNumberFirst(100), md5));
    add(
        "npm-hashring-md5-vnodes",
        () -> MemcachedClients.npm(address, PointCounts.npmVnodes(), md5));
    add(
        "npm-hashring-sha1",
        () ->
            MemcachedClients.npm(address, share, PointHashes.sha1(4)).toBuilder()
                .keyHash(HashFunctions.sha1())
                .build());
    add("npm-hashring-compat-hash_ring", () -> MemcachedClients.npm(address, share, threeWords));
    add("npm-memcached-default", () -> MemcachedClients.npm(withoutPort, share, md5));
    add("npm-memcached-compat-ketama", () -> MemcachedClients.npm(withoutPort, share, md5));
    add("npm-memcached-compat-none", () -> MemcachedClients.npm(address, share, md5));
    add("npm-memcached-compat-hash_ring", () -> MemcachedClients.npm(address, share, threeWords));
  }

  private static void addXmemcached() {
    add(
        "xmemcached-ketama",
        () -> MemcachedClients.xmemcachedKetama(NodeIdentities.javaAddress("/")));
    add(
        "xmemcached-ketama-nginx",
        () ->
            MemcachedClients.xmemcachedKetama(
                NodeIdentities.addressWithout(LibmemcachedClients.DEFAULT_PORT)));
    add(
        "xmemcached-ketama-gwhalin",
        () -> MemcachedClients.xmemcachedKetama(NodeIdentities.hostName(0)));
    add("xmemcached-ketama-fnv1a32", () -> MemcachedClients.xmemcachedKetama(TextHashes.FNV1A_32));
    add(
        "xmemcached-ketama-native",
        () -> MemcachedClients.xmemcachedKetama(TextHashes.STRING_HASH_CODE));
    add("xmemcached-libmemcached", MemcachedClients::xmemcachedLibmemcached);
    add("xmemcached-election", MemcachedClients::xmemcachedElection);
    add("xmemcached-array", () -> MemcachedClients.list(TextHashes.STRING_HASH_CODE));
    add("xmemcached-array-crc32", () -> MemcachedClients.list(HashFunctions.crc32Short()));
    add("xmemcached-array-fnv1-64", () -> MemcachedClients.list(TextHashes.FNV1_64));
    add("xmemcached-array-ketamahash", () -> MemcachedClients.list(HashFunctions.md5()));
    add(
        "xmemcached-php",
        () -> MemcachedClients.list(KeyHashes.upperHalf(TextHashes.STRING_HASH_CODE)));
  }

  private static void addOtherMemcachedClients() {
    add("pymemcache-rendezvous", () -> MemcachedClients.pymemcache(Score.MURMUR3_OF_TEXT));
    add(
        "pymemcache-rendezvous-bytes",
        () -> MemcachedClients.pymemcache(Score.MURMUR3_OF_PYTHON_BYTES));
    add("dalli-ring", () -> Presets.dalli(""));
    add("folsom-continuum", () -> MemcachedClients.folsom(MemcachedClients.FOLSOM_POINTS));
    add("evcache-ketama", () -> MemcachedClients.evcache(MemcachedClients.EVCACHE_BUCKET_SIZE));
    HashFunction crc32 = KeyHashes.oneForZero(HashFunctions.crc32Short());
    HashFunction fnv = KeyHashes.oneForZero(KeyHashes.upperHalf(HashFunctions.fnv1a_32Signed()));
    add("python-memcached", () -> MemcachedClients.list(crc32));
    add("perl-cache-memcached", () -> MemcachedClients.list(HashFunctions.crc32Short()));
    add("pecl-memcache-standard-crc32", () -> MemcachedClients.list(crc32));
    add("pecl-memcache-standard-fnv", () -> MemcachedClients.list(fnv));
    add(
        "pecl-memcache-consistent-crc32",
        () -> MemcachedClients.peclConsistent(HashFunctions.crc32()));
    add(
        "pecl-memcache-consistent-fnv",
        () -> MemcachedClients.peclConsistent(HashFunctions.fnv1a_32Signed()));
    add("spymemcached-ketama", () -> MemcachedClients.spymemcached(NodeIdentities.javaAddress("")));
    add(
        "spymemcached-ketama-libmemcached",
        () ->
            MemcachedClients.spymemcached(
                NodeIdentities.hostName(LibmemcachedClients.DEFAULT_PORT)));
    add("spymemcached-ketama-libmemcached-weighted", MemcachedClients::spymemcachedWeighted);
    add("spymemcached-ketama-fnv1a32", () -> MemcachedClients.spymemcached(TextHashes.FNV1A_32));
    add(
        "spymemcached-modulo",
        () -> MemcachedClients.spymemcachedModulo(TextHashes.STRING_HASH_CODE));
    add(
        "spymemcached-modulo-crc",
        () -> MemcachedClients.spymemcachedModulo(HashFunctions.crc32Short()));
  }
}
