package dev.cress.redis.internal.routing;

import dev.cress.redis.internal.connection.DedicatedLink;
import dev.cress.redis.internal.connection.NodeConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The dedicated links of one facade that nobody uses at the moment. Thread-safe. */
final class IdleLinks {

  private final Map<NodeConnection, Deque<DedicatedLink>> idle = new HashMap<>();
  private boolean closed;

  /**
   * Takes a link to a node, a new one if none is idle, once the node has answered all that this
   * facade had sent it over the shared connection: so a caller's commands keep their order.
   */
  CompletionStage<DedicatedLink> take(NodeConnection node) {
    CompletionStage<String> answered = answered(node);
    DedicatedLink known = poll(node);
    CompletionStage<DedicatedLink> link =
        known == null ? node.dedicated() : CompletableFuture.completedFuture(known);
    return answered
        .thenCombine(link, (pong, ready) -> ready)
        .whenComplete(
            (ready, failure) -> {
              if (failure != null) {
                link.thenAccept(unused -> giveBack(node, unused));
              }
            });
  }

  /** Completes when a node has answered all that it was sent over the shared connection. */
  static CompletionStage<String> answered(NodeConnection node) {
    return node.call(
        CommandType.PING,
        new StatusOutput<>(ByteArrayCodec.INSTANCE),
        new CommandArgs<>(ByteArrayCodec.INSTANCE));
  }

  private synchronized @Nullable DedicatedLink poll(NodeConnection node) {
    idle.values().forEach(links -> links.removeIf(link -> !link.isOpen()));
    idle.values().removeIf(Deque::isEmpty);
    Deque<DedicatedLink> links = idle.get(node);
    return links == null ? null : links.pollLast();
  }

  /** Gives a link back that carries nothing any more. */
  void giveBack(NodeConnection node, DedicatedLink link) {
    synchronized (this) {
      if (!closed) {
        idle.computeIfAbsent(node, unused -> new ArrayDeque<>()).add(link);
        return;
      }
    }
    link.close();
  }

  /** Closes the idle links, and from now on each that is given back. */
  void close() {
    List<DedicatedLink> all = new ArrayList<>();
    synchronized (this) {
      closed = true;
      idle.values().forEach(all::addAll);
      idle.clear();
    }
    all.forEach(DedicatedLink::close);
  }
}
