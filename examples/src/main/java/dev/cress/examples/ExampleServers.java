package dev.cress.examples;

import dev.cress.node.Node;
import dev.cress.testservers.TestNode;
import dev.cress.testservers.TestServers;

/** Redis and memcached servers on this machine, for as long as an example runs. */
final class ExampleServers implements AutoCloseable {

  private final TestServers servers = TestServers.start();

  /** Starts one more Redis server. Your own are described by {@link Node#of} in the same way. */
  Node start(String name) {
    return node(name, servers.redis());
  }

  /** Starts one more memcached server. */
  Node startMemcached(String name) {
    return node(name, servers.memcached());
  }

  private static Node node(String name, TestNode server) {
    return Node.of(name, server.host(), server.port());
  }

  @Override
  public void close() {
    servers.close();
  }
}
