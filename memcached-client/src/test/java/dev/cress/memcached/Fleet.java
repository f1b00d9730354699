package dev.cress.memcached;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.selector.Placement;
import dev.cress.selector.Selectors;
import dev.cress.testservers.FaultProxy;
import dev.cress.testservers.Provider;
import dev.cress.testservers.TestNode;
import dev.cress.testservers.TestServers;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.spy.memcached.MemcachedClient;

/**
 * Real servers as nodes {@code a}, {@code b}, {@code c}, …, each behind a proxy that can break the
 * way to it, and a plain spymemcached client to look at each server past the proxy.
 */
final class Fleet implements AutoCloseable {

  private final TestServers servers;
  private final Map<String, TestNode> nodes = new TreeMap<>();
  private final Map<String, FaultProxy> proxies = new TreeMap<>();
  private final Map<String, MemcachedClient> direct = new TreeMap<>();

  Fleet(int count, String... serverArgs) {
    this(TestServers.start(), count, servers -> servers.memcached(serverArgs));
  }

  private Fleet(TestServers servers, int count, Function<TestServers, TestNode> start) {
    this.servers = servers;
    IntStream.range(0, count).forEach(i -> add(Character.toString('a' + i), start.apply(servers)));
  }

  /** Servers that tell an old version and know no meta command; they are embedded ones. */
  static Fleet old(int count) {
    return new Fleet(TestServers.start(), count, TestServers::oldMemcached);
  }

  /** Servers in this JVM, whatever the settings say. */
  static Fleet embedded(int count) {
    return new Fleet(TestServers.start(Provider.EMBEDDED), count, TestServers::memcached);
  }

  void add(String name, String... serverArgs) {
    add(name, servers.memcached(serverArgs));
  }

  /** A server like those of {@link #old}. */
  void addOld(String name) {
    add(name, servers.oldMemcached());
  }

  private void add(String name, TestNode server) {
    nodes.put(name, server);
    proxies.put(name, new FaultProxy(server));
  }

  NodeSet nodeSet() {
    return NodeSet.of(nodes.keySet().stream().map(this::node).toArray(Node[]::new));
  }

  Node node(String name) {
    return Node.of(name, proxy(name).host(), proxy(name).port());
  }

  TestNode server(String name) {
    return Objects.requireNonNull(nodes.get(name), name);
  }

  FaultProxy proxy(String name) {
    return Objects.requireNonNull(proxies.get(name), name);
  }

  /** A builder whose client knows all nodes. */
  CressMemcachedClientBuilder builder() {
    return CressMemcachedClient.builder().nodes(nodeSet());
  }

  /** What is on one server. */
  MemcachedClient on(String name) {
    return direct.computeIfAbsent(name, this::connect);
  }

  private MemcachedClient connect(String name) {
    return plain(server(name));
  }

  /** A plain client of one server; the caller shuts it down. */
  static MemcachedClient plain(TestNode server) {
    try {
      return new MemcachedClient(new InetSocketAddress(server.host(), server.port()));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Keys that one node owns, as many as wanted. */
  static Stream<String> keysOf(CressMemcachedClient client, String name) {
    return IntStream.iterate(0, i -> i + 1)
        .mapToObj(i -> "key:" + i)
        .filter(key -> client.ownerOf(key).name().equals(name));
  }

  /** Keys that one node of a set owns by rendezvous, as many as wanted. */
  static Stream<String> keysOf(NodeSet nodes, String name) {
    Placement placement = Selectors.rendezvous().place(nodes);
    return IntStream.iterate(0, i -> i + 1)
        .mapToObj(i -> "key:" + i)
        .filter(key -> placement.owner(key.getBytes(UTF_8)).name().equals(name));
  }

  /** One key that this node owns. */
  static String keyOf(CressMemcachedClient client, String name) {
    return keysOf(client, name).findFirst().orElseThrow();
  }

  List<String> names() {
    return List.copyOf(nodes.keySet());
  }

  @Override
  public void close() {
    direct.values().forEach(MemcachedClient::shutdown);
    proxies.values().forEach(FaultProxy::close);
    servers.close();
  }
}
