package dev.cress.memcached.internal.routing;

import dev.cress.memcached.internal.connection.NodeConnection;
import dev.cress.memcached.internal.operation.TextOperation;
import dev.cress.metrics.CressMetrics;
import net.spy.memcached.ops.Operation;

/** Measures operations on their way, if anybody reads the meters. Thread-safe. */
final class OperationMeters {

  private final CressMetrics metrics;
  private final boolean enabled;

  OperationMeters(CressMetrics metrics) {
    this.metrics = metrics;
    this.enabled = metrics.isEnabled();
  }

  /** Times an operation from its hand-over to a node. */
  void sent(Operation operation, NodeConnection target, OperationKind kind) {
    if (enabled && operation instanceof TextOperation text) {
      long start = System.nanoTime();
      text.onEnd(
          () -> metrics.command(target.name(), kind, text.isAnswered(), System.nanoTime() - start));
    }
  }

  void split(int nodes) {
    if (enabled) {
      metrics.fanOut(nodes);
    }
  }

  void refused() {
    if (enabled) {
      metrics.rejected("refused");
    }
  }

  /** Starts the time of an operation at a gate; to be run when it has passed or failed. */
  Runnable gateTime() {
    if (!enabled) {
      return () -> {};
    }
    long start = System.nanoTime();
    return () -> metrics.gate(System.nanoTime() - start);
  }
}
