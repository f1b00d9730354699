package dev.cress.memcached;

import dev.cress.testservers.TestNode;
import java.util.ArrayList;
import java.util.List;

/** Starts real memcached servers for a test and ends them with it. */
final class MemcachedServers implements AutoCloseable {

  private final List<TestNode> started = new ArrayList<>();

  static MemcachedServers start() {
    return new MemcachedServers();
  }

  TestNode memcached(String... serverArgs) {
    TestNode node = new LocalMemcached(List.of(serverArgs));
    started.add(node);
    return node;
  }

  @Override
  public void close() {
    started.forEach(TestNode::close);
  }
}
