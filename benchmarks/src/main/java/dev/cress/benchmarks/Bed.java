package dev.cress.benchmarks;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.redis.CressRedisClient;
import dev.cress.testservers.TestNode;
import dev.cress.testservers.TestServers;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Servers, a connection of Cress to all of them and a plain Lettuce connection to each; both
 * clients with Lettuce's default options. Close it. Thread-safe.
 */
final class Bed implements AutoCloseable {

  private static final int KEYS = 10_000;
  private static final String VALUE = "v".repeat(100);

  private final TestServers servers = TestServers.start();
  private final RedisClient lettuce = RedisClient.create();
  private final CressRedisClient client;
  private final StatefulRedisConnection<String, String> cress;
  private final List<StatefulRedisConnection<String, String>> raw = new ArrayList<>();
  private final List<TestNode> nodes = new ArrayList<>();
  private final String[] keys = new String[KEYS];

  /** Starts servers; every key has a value of 100 bytes, on both ways. */
  Bed(int nodes) {
    List<Node> all = new ArrayList<>();
    for (int i = 0; i < nodes; i++) {
      TestNode server = servers.redis();
      this.nodes.add(server);
      all.add(Node.of("node-" + i, server.host(), server.port()));
      raw.add(lettuce.connect(RedisURI.create(server.host(), server.port())));
    }
    client = CressRedisClient.builder().nodes(NodeSet.of(all)).build();
    cress = client.connect();
    for (int i = 0; i < KEYS; i++) {
      keys[i] = "user:" + (1_000_000 + i);
      cress.sync().set(keys[i], VALUE);
      raw(keys[i]).sync().set(keys[i], VALUE);
    }
  }

  StatefulRedisConnection<String, String> cress() {
    return cress;
  }

  CressRedisClient client() {
    return client;
  }

  /** The server behind {@code node-<index>}. */
  TestNode server(int index) {
    return nodes.get(index);
  }

  RedisURI uri(int index) {
    return RedisURI.create(server(index).host(), server(index).port());
  }

  /** The plain connections; one for each node. */
  List<StatefulRedisConnection<String, String>> raw() {
    return raw;
  }

  StatefulRedisConnection<String, String> raw(String key) {
    return raw.get(rawIndex(key));
  }

  StatefulRedisConnection<String, String> raw(int index) {
    return raw.get(index);
  }

  /** The modulo that services without a sharding client write by hand. */
  int rawIndex(String key) {
    return (key.hashCode() & Integer.MAX_VALUE) % raw.size();
  }

  int nodes() {
    return raw.size();
  }

  String key(SplittableRandom random) {
    return keys[random.nextInt(KEYS)];
  }

  String value() {
    return VALUE;
  }

  @Override
  public void close() {
    client.shutdown();
    lettuce.shutdown();
    servers.close();
  }
}
