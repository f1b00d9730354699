package dev.cress.examples.demo;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.selector.Placement;
import dev.cress.selector.Selector;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What many teams have today: a plain client of each server and a few lines that choose one of them
 * for each key. When the node set changes, it just chooses among the new nodes.
 *
 * @param <C> the commands of a plain client
 */
final class HandWrittenRouter<C> implements Contender<C> {

  private final String name;
  private final Selector selector;
  private final Function<Node, C> connect;
  private final Consumer<C> disconnect;
  private final Map<Node, C> clients = new ConcurrentHashMap<>();
  private volatile Placement placement;

  HandWrittenRouter(
      String name,
      Selector selector,
      NodeSet nodes,
      Function<Node, C> connect,
      Consumer<C> disconnect) {
    this.name = name;
    this.selector = selector;
    this.connect = connect;
    this.disconnect = disconnect;
    this.placement = connected(nodes);
  }

  private Placement connected(NodeSet nodes) {
    nodes.forEach(node -> clients.computeIfAbsent(node, connect));
    return selector.place(nodes);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public C commands(String key) {
    return Objects.requireNonNull(clients.get(ownerOf(key)));
  }

  @Override
  public Node ownerOf(String key) {
    return placement.owner(key.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public CompletableFuture<?> changeTo(NodeSet nodes) {
    placement = connected(nodes);
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public Drift drift() {
    return Drift.NONE;
  }

  @Override
  public String activity() {
    return "";
  }

  @Override
  public void close() {
    clients.values().forEach(disconnect);
  }
}
