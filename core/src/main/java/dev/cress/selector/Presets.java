package dev.cress.selector;

import java.util.Set;

/**
 * Selectors that keep each key where another client keeps it, bit for bit, so that Cress can take
 * over a fleet without a cold cache or share one with clients in other languages. One method for
 * each family of clients; {@link Selectors#preset} has all variants by name.
 *
 * <p>Each method says what the client knows a node by. Where it is the client's name for the node,
 * the Cress node must have that name; where it is the address, the Cress name is free. A preset
 * that reads addresses moves keys when an address changes, as its client does. {@link
 * Preset#order(java.util.List)} gives the order of the client's configuration: it decides every key
 * where it is said to matter, and a few keys, those of points that two nodes claim, on all rings.
 */
public final class Presets {

  private Presets() {}

  /**
   * Returns the names that {@link Selectors#preset} knows.
   *
   * @return names in alphabetical order
   */
  public static Set<String> names() {
    return PresetNames.names();
  }

  /**
   * Returns the names that {@link #unsafe} knows.
   *
   * @return names in alphabetical order
   */
  public static Set<String> unsafeNames() {
    return PresetNames.unsafeNames();
  }

  /**
   * Returns the options that {@link Selectors#preset(String, java.util.Map)} takes for a preset.
   *
   * @param name one of {@link #names} or of {@link #unsafeNames}
   * @return names in alphabetical order, none for most presets; those of an unsafe preset have
   *     {@code unsafe} among them, which must be {@code true}
   * @throws IllegalArgumentException if there is no preset of this name
   */
  public static Set<String> options(String name) {
    return PresetNames.unsafeNames().contains(name)
        ? PresetOptions.of(name)
        : PresetOptions.of(PresetNames.find(name).name);
  }

  /**
   * Returns a preset whose client is set up so that nearly all keys are on one node: a key hash of
   * 15 bits looks up a ring of 32 bits. Only for leaving such a fleet.
   *
   * @param name one of {@link #unsafeNames}
   * @return the preset
   * @throws IllegalArgumentException if there is no unsafe preset of this name
   */
  public static Preset unsafe(String name) {
    return PresetNames.findUnsafe(name);
  }

  /**
   * Returns {@code jedis-sharding-murmur}: JedisSharding of Jedis 4 to 6 with its default hash.
   *
   * <p>A node is known by its position alone: the order matters, and without the first node nearly
   * all keys move. No weights. No key tag; for a client with the usual pattern, and keys that are
   * strings, take {@code jedis-sharding-murmur-tag}.
   *
   * @return the preset
   */
  public static RingPreset jedis() {
    return (RingPreset) PresetNames.find("jedis-sharding-murmur");
  }

  /**
   * Returns {@code jedis3-shardedjedis-murmur}: ShardedJedis of Jedis 2.10 to 3.
   *
   * <p>A node is known by its name, or by its position if it has none, which is said by a Cress
   * name that equals the node's address: then the order matters. Weights are whole numbers. No key
   * tag; for a client with the usual pattern take {@code jedis3-shardedjedis-murmur-tag}.
   *
   * @return the preset
   */
  public static RingPreset shardedJedis() {
    return (RingPreset) PresetNames.find("jedis3-shardedjedis-murmur");
  }

  /**
   * Returns {@code goredis-ring-rendezvous}: the Ring of go-redis 8.11 to 9.22.
   *
   * <p>A node is known by its key in the map {@code Addrs}. The order does not matter. No weights.
   * Key tag of Redis. The client takes nodes that do not answer out of the ring, and so moves their
   * keys; this preset is the ring with all nodes.
   *
   * @return the preset
   */
  public static RendezvousPreset goRedisRing() {
    return (RendezvousPreset) PresetNames.find("goredis-ring-rendezvous");
  }

  /**
   * Returns {@code phpredis-array-default}: RedisArray of phpredis without {@code consistent} or
   * {@code algorithm}.
   *
   * <p>The nodes share the range of hashes in their order, which matters. No weights. Key tag of
   * phpredis, see {@link dev.cress.hash.KeyTags#phpredis}. A key with the hash 0 has no owner in
   * the client, which reads beyond its list: it is refused with a {@link
   * dev.cress.node.RoutingException}.
   *
   * @return the preset
   */
  public static TablePreset phpredis() {
    return (TablePreset) PresetNames.find("phpredis-array-default");
  }

  /**
   * Returns {@code phpredis-array-consistent}: RedisArray of phpredis with {@code consistent}.
   *
   * <p>A node is known by the text in the client's list, {@code host}, {@code host:port} or the
   * path of a socket, of at most 60 bytes. No weights. Key tag of phpredis.
   *
   * @return the preset
   */
  public static RingPreset phpredisConsistent() {
    return (RingPreset) PresetNames.find("phpredis-array-consistent");
  }

  /**
   * Returns {@code redis-rb4-distributed}: Redis::Distributed of redis-rb 2 to 4.
   *
   * <p>A node is known by its {@code id}, or else by {@code redis://host:port/database}, which is
   * said by a Cress name that equals the node's address. No weights. Key tag of redis-rb, see
   * {@link dev.cress.hash.KeyTags#redisRb}.
   *
   * @param database the number of the database in the URL, 0 or more
   * @return the preset
   * @throws IllegalArgumentException if the number is negative
   */
  public static RingPreset redisRb4(int database) {
    return RedisClients.redisRb4(database);
  }

  /**
   * Returns {@code redis-rb5-distributed}: Redis::Distributed of redis-rb 5 and 6.
   *
   * <p>A node is known by its {@code id}, or else by its URL as the client writes it, with or
   * without a database by version: name the Cress node like this. No weights. Key tag of redis-rb.
   *
   * @return the preset
   */
  public static RingPreset redisRb5() {
    return (RingPreset) PresetNames.find("redis-rb5-distributed");
  }

  /**
   * Returns {@code predis-hashring}: the default ring of predis 1.1.
   *
   * <p>A node is known by {@code host:port}. Weights are whole numbers; in the client the default
   * is 100, so give 100 to nodes without one if others have one. Key tag of Redis.
   *
   * @return the preset
   */
  public static RingPreset predis() {
    return (RingPreset) PresetNames.find("predis-hashring");
  }

  /**
   * Returns {@code predis-ketama}: the ketama ring of predis 1.1; otherwise as {@link #predis}.
   *
   * @return the preset
   */
  public static RingPreset predisKetama() {
    return (RingPreset) PresetNames.find("predis-ketama");
  }

  /**
   * Returns {@code twemproxy-ketama-…}: twemproxy 0.5 with {@code distribution: ketama}, as built
   * for x86-64.
   *
   * <p>A node is known by its alias, or else by {@code host:port}, or {@code host} if the port is
   * 11211, which is said by a Cress name that equals the node's address. The client sorts its nodes
   * itself. Weights are whole numbers. No key tag; for a client with {@code hash_tag} set {@link
   * dev.cress.hash.KeyTags#between} with {@link Preset#toBuilder}.
   *
   * @param hash the client's {@code hash}, such as {@code fnv1a_64}
   * @return the preset
   * @throws IllegalArgumentException if there is no such hash, or if it is {@code crc32}: all keys
   *     would be on one node, see {@link #unsafe}
   */
  public static RingPreset twemproxy(String hash) {
    return LibmemcachedClients.twemproxy(hash).build();
  }

  /**
   * Returns {@code twemproxy-modula-…}: twemproxy 0.5 with {@code distribution: modula}; otherwise
   * as {@link #twemproxy}.
   *
   * @param hash the client's {@code hash}, such as {@code fnv1a_64}
   * @return the preset
   * @throws IllegalArgumentException if there is no such hash
   */
  public static TablePreset twemproxyModula(String hash) {
    return LibmemcachedClients.twemproxyModula(hash);
  }

  /**
   * Returns {@code libmemcached-modula-…}, the default of libmemcached 1.1 and its clients, as
   * built for x86-64: {@code php-memcached-modula}, {@code pylibmc-default}.
   *
   * <p>The order matters, and it alone. Weights, whole numbers, are ignored as by the client.
   *
   * @param hash {@code default}, {@code md5}, {@code crc}, {@code fnv1_64}, {@code fnv1a_64},
   *     {@code fnv1_32}, {@code fnv1a_32}, {@code murmur} or {@code jenkins}
   * @return the preset
   * @throws IllegalArgumentException if there is no such hash
   */
  public static TablePreset libmemcachedModula(String hash) {
    return LibmemcachedClients.modula(hash);
  }

  /**
   * Returns {@code libmemcached-consistent-…}, the ring without MD5: {@code
   * php-memcached-consistent}, {@code pylibmc-ketama}. A node of weight above 1 makes it a ring of
   * MD5 points, still looked up with the same hash.
   *
   * <p>A node is known by {@code host:port}, or {@code host} if the port is 11211. Weights are
   * whole numbers.
   *
   * @param hash as for {@link #libmemcachedModula}
   * @return the preset; with {@code crc} it refuses weights above 1, as all keys would be on one
   *     node
   * @throws IllegalArgumentException if there is no such hash
   */
  public static RingPreset libmemcachedConsistent(String hash) {
    return LibmemcachedClients.consistent(
        hash, NodeIdentities.addressWithout(LibmemcachedClients.DEFAULT_PORT));
  }

  /**
   * Returns {@code libmemcached-ketama}, the ring of MD5: {@code php-memcached-ketama-compatible},
   * which is {@code LIBKETAMA_COMPATIBLE}, and {@code pylibmc-ketama-weighted}.
   *
   * <p>A node is known by {@code host:port}, or {@code host} if the port is 11211. Weights are
   * whole numbers.
   *
   * @return the preset
   */
  public static RingPreset libmemcachedKetama() {
    return (RingPreset) PresetNames.find("libmemcached-ketama");
  }

  /**
   * Returns {@code pymemcache-rendezvous}: HashClient of pymemcache 3.5 for keys of type {@code
   * str}; {@code pymemcache-rendezvous-bytes} is for keys of type {@code bytes}, which the client
   * places elsewhere.
   *
   * <p>A node is known by {@code host:port}. The order does not matter. No weights. Keys are UTF-8.
   * A look-up allocates one array.
   *
   * @return the preset
   */
  public static RendezvousPreset pymemcache() {
    return (RendezvousPreset) PresetNames.find("pymemcache-rendezvous");
  }

  /**
   * Returns {@code dalli-ring}: the ring of dalli 3.
   *
   * <p>A node is known by {@code host:port}. Weights are whole numbers. Keys are UTF-8. A look-up
   * allocates if there is a namespace or if the key has more than 250 bytes.
   *
   * @param namespace the client's namespace, or empty text for none; not part of the Cress keys
   * @return the preset
   */
  public static RingPreset dalli(String namespace) {
    return MemcachedClients.dalli(namespace);
  }

  /**
   * Returns {@code npm-memcached-default}: memcached 2.2 for Node.js, and hashring 3.2 with the
   * default port 11211; {@code npm-hashring-md5} is hashring alone.
   *
   * <p>A node is known by {@code host:port}, or {@code host} if the port is 11211. Any weights.
   *
   * @return the preset
   */
  public static RingPreset npmMemcached() {
    return (RingPreset) PresetNames.find("npm-memcached-default");
  }

  /**
   * Returns {@code xmemcached-ketama}: KetamaMemcachedSessionLocator of XMemcached 2.4; {@code
   * xmemcached-array} is its default, and there are more.
   *
   * <p>A node is known by {@code name/ip:port}, where the name is the Cress name and the IP is the
   * Cress host; or by {@code /ip:port} without a name, which is said by a Cress name that equals
   * the node's address. The client looks up the names of plain IP addresses: if they have one in
   * reverse DNS, it counts. Weights are whole numbers. Who owns a point of two nodes is random in
   * the client: such nodes are refused when they are placed.
   *
   * @return the preset
   */
  public static RingPreset xmemcachedKetama() {
    return (RingPreset) PresetNames.find("xmemcached-ketama");
  }

  /**
   * Returns {@code folsom-continuum}: folsom 1.21 with 100 points for each node.
   *
   * <p>A node is known by {@code host:port}. No weights. The client passes over nodes that are not
   * connected; this preset is the ring with all nodes.
   *
   * @return the preset
   */
  public static RingPreset folsom() {
    return (RingPreset) PresetNames.find("folsom-continuum");
  }

  /**
   * Returns {@link #folsom()} with another number of points.
   *
   * @param points for each node, from 1 to 65,536
   * @return the preset
   * @throws IllegalArgumentException if the number is out of range
   */
  public static RingPreset folsom(int points) {
    return MemcachedClients.folsom(points);
  }

  /**
   * Returns {@code evcache-ketama}: EVCacheNodeLocator of EVCache 5.9.
   *
   * <p>A node is known by {@code hostname/ip:11211}, where the host name is the Cress name and the
   * IP is the Cress host; the port has no part in it. No weights. For {@code hash.on.partial.key}
   * set {@link dev.cress.hash.KeyTags#before} with {@link Preset#toBuilder}.
   *
   * @return the preset
   */
  public static RingPreset evcache() {
    return (RingPreset) PresetNames.find("evcache-ketama");
  }

  /**
   * Returns {@link #evcache()} with another {@code bucket.size}.
   *
   * @param bucketSize points for each node, of which a multiple of 4 counts, from 4 to 262,144
   * @return the preset
   * @throws IllegalArgumentException if the number is out of range
   */
  public static RingPreset evcache(int bucketSize) {
    return MemcachedClients.evcache(bucketSize);
  }

  /**
   * Returns {@code spymemcached-ketama}: KetamaNodeLocator of spymemcached 2.12 in its own format.
   *
   * <p>A node is known by {@code name/ip:port}, where the name is the Cress name and the IP is the
   * Cress host; or by {@code ip:port} without a name, which is said by a Cress name that equals the
   * node's address. No weights.
   *
   * @return the preset
   */
  public static RingPreset spymemcachedKetama() {
    return (RingPreset) PresetNames.find("spymemcached-ketama");
  }

  /**
   * Returns {@code spymemcached-ketama-libmemcached}: KetamaNodeLocator of spymemcached 2.12 in the
   * format of libmemcached; {@code spymemcached-ketama-libmemcached-weighted} has weights.
   *
   * <p>A node is known by its host name, which is the Cress name, or by its IP without a name,
   * which is said by a Cress name that equals the node's address; then {@code :port}, unless it is
   * 11211. No weights.
   *
   * @return the preset
   */
  public static RingPreset spymemcachedKetamaLibmemcached() {
    return (RingPreset) PresetNames.find("spymemcached-ketama-libmemcached");
  }

  /**
   * Returns {@code spymemcached-modulo}: ArrayModNodeLocator of spymemcached 2.12, its default,
   * with its default hash.
   *
   * <p>The order matters, and it alone. No weights.
   *
   * @return the preset
   */
  public static TablePreset spymemcachedModulo() {
    return (TablePreset) PresetNames.find("spymemcached-modulo");
  }
}
