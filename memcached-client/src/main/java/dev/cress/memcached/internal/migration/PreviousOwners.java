package dev.cress.memcached.internal.migration;

import dev.cress.health.NodeWatch;
import dev.cress.memcached.error.NodeUnavailableException;
import dev.cress.memcached.internal.migration.ServerCalls.Step;
import dev.cress.memcached.internal.operation.MetaGet;
import dev.cress.memcached.internal.operation.MetaItem;
import dev.cress.node.Node;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** Takes values from previous owners in one window. Thread-safe. */
final class PreviousOwners {

  private final WindowContext context;
  private final Map<Node, NodeWatch> watches = new ConcurrentHashMap<>();

  PreviousOwners(WindowContext context) {
    this.context = context;
  }

  /** Takes a value; fails soon when the node is silent, at once when it has been for some time. */
  CompletionStage<MetaItem> take(Node node, byte[] key) {
    return watches
        .computeIfAbsent(node, this::watch)
        .call(() -> context.call(Step.TAKE, node, MetaGet.take(key)));
  }

  private NodeWatch watch(Node node) {
    return new NodeWatch(
        context.policy().previousOwnerTimeout(),
        () -> new NodeUnavailableException(node.name(), null));
  }
}
