package dev.cress.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.cress.migration.MigrationPolicy;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.redis.replicas.ReplicaPolicy;
import dev.cress.selector.Selectors;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Real servers in two zones, each behind a proxy, for clients that keep two copies of each key. */
final class CopiedNodes implements AutoCloseable {

  private static final Map<String, String> ZONES =
      Map.of("a", "east", "b", "west", "c", "east", "d", "west");

  private final Shards shards;

  CopiedNodes(int count) {
    this.shards = new Shards(count);
  }

  Shards shards() {
    return shards;
  }

  /** Past the proxy. */
  RedisCommands<String, String> on(String name) {
    return shards.on(name);
  }

  NodeSet nodes(String... names) {
    return NodeSet.of(Arrays.stream(names).map(this::node).toList());
  }

  private Node node(String name) {
    return Node.builder(name)
        .address(shards.proxy(name).host(), shards.proxy(name).port())
        .zone(ZONES.get(name))
        .build();
  }

  CressRedisClientBuilder builder(NodeSet nodes, ReplicaPolicy policy) {
    return CressRedisClient.builder()
        .nodes(nodes)
        .replicas(policy)
        .migration(Fleet.policy().mode(MigrationPolicy.Mode.OFF).build());
  }

  /** The names of the nodes that hold a key, its owner first. */
  static List<String> holders(NodeSet nodes, String key) {
    return Selectors.rendezvous().place(nodes).replicas(key.getBytes(UTF_8), 2).stream()
        .map(Node::name)
        .toList();
  }

  /** Keys with these holders, as many as wanted. */
  static Stream<String> keysOf(NodeSet nodes, String owner, String other) {
    return keys().filter(key -> holders(nodes, key).equals(List.of(owner, other)));
  }

  static String keyOf(NodeSet nodes, String owner, String other) {
    return keysOf(nodes, owner, other).findFirst().orElseThrow();
  }

  static Stream<String> keys() {
    return IntStream.iterate(0, i -> i + 1).mapToObj(i -> "key:" + i);
  }

  /** Servers that are all there and have nothing. */
  void reset() {
    shards.names().forEach(name -> shards.proxy(name).heal());
    shards.names().forEach(name -> shards.on(name).flushall());
  }

  @Override
  public void close() {
    shards.close();
  }
}
