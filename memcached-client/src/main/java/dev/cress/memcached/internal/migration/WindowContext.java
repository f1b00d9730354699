package dev.cress.memcached.internal.migration;

import dev.cress.memcached.error.NodeOverloadedException;
import dev.cress.memcached.internal.connection.NodeConnection;
import dev.cress.memcached.internal.connection.NodeConnections;
import dev.cress.memcached.internal.operation.MetaOperation;
import dev.cress.metrics.CressMetrics;
import dev.cress.migration.MigrationEvent;
import dev.cress.migration.MigrationPolicy;
import dev.cress.migration.Window;
import dev.cress.node.Node;
import dev.cress.topology.Change;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One window of one client and what it works with. Immutable.
 *
 * @param change the change
 * @param window the client's part of it
 * @param openedNanos when it opened, as {@link System#nanoTime()}
 */
record WindowContext(
    Change change,
    Window window,
    long openedNanos,
    NodeConnections connections,
    ServerCalls calls,
    MigrationPolicy policy,
    Consumer<MigrationEvent> events,
    CressMetrics metrics) {

  /* A drain may pause for some seconds before it sees that its time is over. */
  private static final int CLOSING_SECONDS = 10;
  private static final long BUSY_MILLIS = 10;

  NodeConnection connection(Node node) {
    return connections.target(node);
  }

  <R> CompletionStage<R> call(ServerCalls.Step step, Node node, MetaOperation<R> operation) {
    return calls.call(step, connection(node), operation);
  }

  /**
   * As {@link #call}, but goes on trying while this client has too much under way to the node: a
   * value that is in our hands must not be lost for that.
   */
  <R> CompletionStage<R> insist(
      ServerCalls.Step step, Node node, Supplier<MetaOperation<R>> operation) {
    return Stages.either(
        call(step, node, operation.get()),
        CompletableFuture::completedFuture,
        failure ->
            failure instanceof NodeOverloadedException
                ? Stages.later(BUSY_MILLIS).thenCompose(waited -> insist(step, node, operation))
                : CompletableFuture.failedFuture(failure));
  }

  void tell(MigrationEvent.Kind kind, Node node, long count, String detail) {
    events.accept(new MigrationEvent(kind, change.version(), node.name(), count, detail));
  }

  /**
   * Whole seconds until the window must have ended, 1 or more. A window in which keys only move
   * when they are touched takes the time twice, the second for the drain.
   */
  int secondsLeft() {
    long open = System.nanoTime() - openedNanos;
    long times = policy.mode() == MigrationPolicy.Mode.LAZY ? 2 : 1;
    long most = policy.windowEnd().toSeconds() * times + CLOSING_SECONDS;
    long left = most - open / 1_000_000_000;
    return (int) Math.max(1, Math.min(Integer.MAX_VALUE, left));
  }
}
