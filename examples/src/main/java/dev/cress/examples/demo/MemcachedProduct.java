package dev.cress.examples.demo;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.selector.Selector;
import dev.cress.testservers.Provider;
import dev.cress.testservers.TestNode;
import dev.cress.testservers.TestServers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.List;
import net.spy.memcached.ConnectionFactory;
import net.spy.memcached.ConnectionFactoryBuilder;
import net.spy.memcached.FailureMode;
import net.spy.memcached.MemcachedClient;

/**
 * memcached: each contender has servers of its own, as there are no databases, and Cress empties a
 * server that joins.
 */
final class MemcachedProduct implements Product<MemcachedCommands> {

  private final MemcachedLook look = new MemcachedLook();

  MemcachedProduct() {
    // The plain clients log where Cress' client does, not by a logger of their own.
    System.setProperty("net.spy.log.LoggerImpl", "net.spy.memcached.compat.log.SLF4JLogger");
  }

  @Override
  public String title() {
    return "memcached";
  }

  @Override
  public Provider provider(TestServers servers) {
    return servers.memcachedProvider();
  }

  @Override
  public TestNode start(TestServers servers) {
    return servers.memcached();
  }

  @Override
  public boolean isShared() {
    return false;
  }

  @Override
  public Contender<MemcachedCommands> handWritten(
      String name, Selector selector, NodeSet nodes, int number) {
    return new HandWrittenRouter<>(
        name, selector, nodes, MemcachedProduct::connect, cache -> cache.client().shutdown());
  }

  /** A command waits until its server is connected: there is no other one to go to. */
  private static MemcachedCommands connect(Node node) {
    ConnectionFactory settings =
        new ConnectionFactoryBuilder().setFailureMode(FailureMode.Retry).setDaemon(true).build();
    List<InetSocketAddress> server = List.of(new InetSocketAddress(node.host(), node.port()));
    try {
      return new MemcachedCommands(new MemcachedClient(settings, server), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Contender<MemcachedCommands> cress(NodeSet nodes, int number) {
    return new MemcachedCress(nodes);
  }

  @Override
  public List<Kind<MemcachedCommands>> kinds() {
    return MemcachedKinds.ALL;
  }

  @Override
  public Entry<MemcachedCommands> entry(
      Contender<MemcachedCommands> cache, String key, Kind<MemcachedCommands> kind, long ttl) {
    return new MemcachedEntry(cache, key, kind, ttl, look);
  }

  @Override
  public void close() {
    look.close();
  }
}
