package dev.cress.benchmarks;

import dev.cress.memcached.CressMemcachedClient;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.testservers.TestNode;
import dev.cress.testservers.TestServers;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * memcached servers, a client of Cress and one of each rival over all of them, with their default
 * options. All of them send small packets at once (TCP_NODELAY) and store text as its bytes in
 * UTF-8. Close it. Thread-safe.
 */
final class MemcachedBed implements AutoCloseable {

  static final String SPYMEMCACHED = "spymemcached";

  private static final int KEYS = 10_000;
  private static final int VALUE_LENGTH = 100;

  private final TestServers servers = TestServers.start();
  private final Cache cress;
  private final Map<String, Cache> rivals = new LinkedHashMap<>();
  private final String[] keys = new String[KEYS];
  private final String[] values = new String[KEYS];

  /** Starts servers; each key has a value of its own, of 100 bytes, for all clients. */
  MemcachedBed(int nodes) throws Exception {
    List<Node> all = new ArrayList<>();
    List<InetSocketAddress> addresses = new ArrayList<>();
    for (int i = 0; i < nodes; i++) {
      TestNode server = servers.memcached();
      all.add(Node.of("node-" + i, server.host(), server.port()));
      addresses.add(new InetSocketAddress(server.host(), server.port()));
    }
    cress = new SpyCache(CressMemcachedClient.builder().nodes(NodeSet.of(all)).build());
    rivals.put(SPYMEMCACHED, SpyCache.plain(addresses));
    rivals.put("folsom", FolsomCache.of(addresses));
    rivals.put("xmemcached", XmemcachedCache.of(addresses));
    for (int i = 0; i < KEYS; i++) {
      keys[i] = "user:" + (1_000_000 + i);
      values[i] = keys[i] + "v".repeat(VALUE_LENGTH - keys[i].length());
      fill(cress, i);
      for (Cache rival : rivals.values()) {
        fill(rival, i);
      }
    }
  }

  private void fill(Cache cache, int index) throws Exception {
    if (!cache.set(keys[index], values[index])) {
      throw new IllegalStateException("a value was not stored");
    }
  }

  Cache cress() {
    return cress;
  }

  /** By name, spymemcached first. */
  Map<String, Cache> rivals() {
    return rivals;
  }

  /** The index of some key. */
  int pick(SplittableRandom random) {
    return random.nextInt(KEYS);
  }

  String key(int index) {
    return keys[index];
  }

  String value(int index) {
    return values[index];
  }

  /** Fails the benchmark if an answer is wrong. */
  void check(int index, @Nullable Object answer) {
    if (!values[index].equals(answer)) {
      throw new IllegalStateException("a read gave a wrong value or none");
    }
  }

  @Override
  public void close() throws IOException {
    cress.close();
    for (Cache rival : rivals.values()) {
      rival.close();
    }
    servers.close();
  }
}
