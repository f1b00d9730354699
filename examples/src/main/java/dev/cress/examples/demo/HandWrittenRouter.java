package dev.cress.examples.demo;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.selector.Placement;
import dev.cress.selector.Selector;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * What many teams have today: a plain Lettuce connection to each server and a few lines that choose
 * one of them for each key. When the node set changes, it just chooses among the new nodes.
 */
final class HandWrittenRouter implements Contender {

  private final String name;
  private final Selector selector;
  private final Function<Node, RedisURI> uris;
  private final RedisClient client = RedisClient.create();
  private final Map<Node, StatefulRedisConnection<String, String>> connections =
      new ConcurrentHashMap<>();
  private volatile Placement placement;

  HandWrittenRouter(String name, Selector selector, NodeSet nodes, Function<Node, RedisURI> uris) {
    this.name = name;
    this.selector = selector;
    this.uris = uris;
    this.placement = connected(nodes);
  }

  private Placement connected(NodeSet nodes) {
    for (Node node : nodes) {
      connections.computeIfAbsent(node, n -> client.connect(CODEC, uris.apply(n)));
    }
    return selector.place(nodes);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public RedisAsyncCommands<String, String> redis(String key) {
    Node owner = placement.owner(key.getBytes(StandardCharsets.UTF_8));
    return Objects.requireNonNull(connections.get(owner)).async();
  }

  @Override
  public CompletableFuture<?> changeTo(NodeSet nodes) {
    placement = connected(nodes);
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public long mostLifeLost() {
    return 0;
  }

  @Override
  public String activity() {
    return "";
  }

  @Override
  public void close() {
    client.shutdown();
  }
}
