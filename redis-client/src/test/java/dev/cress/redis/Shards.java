package dev.cress.redis;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.testservers.FaultProxy;
import dev.cress.testservers.TestNode;
import dev.cress.testservers.TestServers;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Real servers as nodes {@code a}, {@code b}, {@code c}, …, each behind a proxy that can break the
 * way to it, and a plain Lettuce client to look at each server past the proxy.
 */
final class Shards implements AutoCloseable {

  private final TestServers servers = TestServers.start();
  private final RedisClient plain = RedisClient.create();
  private final Map<String, TestNode> nodes = new TreeMap<>();
  private final Map<String, FaultProxy> proxies = new TreeMap<>();
  private final Map<String, StatefulRedisConnection<String, String>> direct = new TreeMap<>();

  Shards(int count, String... serverArgs) {
    IntStream.range(0, count).forEach(i -> add(Character.toString('a' + i), serverArgs));
  }

  void add(String name, String... serverArgs) {
    TestNode server = servers.redis(serverArgs);
    nodes.put(name, server);
    proxies.put(name, new FaultProxy(server));
  }

  List<String> names() {
    return List.copyOf(nodes.keySet());
  }

  NodeSet nodeSet() {
    return NodeSet.of(names().stream().map(this::node).toArray(Node[]::new));
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
  CressRedisClientBuilder builder() {
    return CressRedisClient.builder().nodes(nodeSet());
  }

  /** The first node's URI with a time-out, as {@code connect(RedisURI)} takes it. */
  RedisURI uri(Duration timeout) {
    RedisURI uri = RedisURI.create(node("a").host(), node("a").port());
    uri.setTimeout(timeout);
    return uri;
  }

  /** What is on one server. */
  RedisCommands<String, String> on(String name) {
    return direct.computeIfAbsent(name, this::connect).sync();
  }

  /** Whether a key is on one server. */
  boolean on(String name, byte[] key) {
    CommandArgs<String, String> args = new CommandArgs<>(StringCodec.UTF8).add(key);
    return on(name).dispatch(CommandType.EXISTS, new IntegerOutput<>(StringCodec.UTF8), args) > 0;
  }

  private StatefulRedisConnection<String, String> connect(String name) {
    return plain.connect(RedisURI.create(server(name).host(), server(name).port()));
  }

  /** The names in {@code CLIENT LIST} of one server, as far as they have one. */
  List<String> clientNames(String name) {
    return on(name)
        .clientList()
        .lines()
        .map(line -> line.replaceAll(".* name=(\\S*) .*", "$1"))
        .filter(client -> !client.isEmpty())
        .toList();
  }

  /** How many connections to one server have a tag that begins so. */
  long sockets(String name, String tag) {
    return clientNames(name).stream()
        .filter(client -> client.startsWith("cress:" + tag + ":"))
        .count();
  }

  /** Keys that one node owns, as many as wanted. */
  static Stream<String> keysOf(CressRedisClient client, String name) {
    return IntStream.iterate(0, i -> i + 1)
        .mapToObj(i -> "key:" + i)
        .filter(key -> client.ownerOf(key).name().equals(name));
  }

  /** One key that this node owns. */
  static String keyOf(CressRedisClient client, String name) {
    return keysOf(client, name).findFirst().orElseThrow();
  }

  @Override
  public void close() {
    plain.shutdown();
    proxies.values().forEach(FaultProxy::close);
    servers.close();
  }
}
