package dev.cress.memcached;

import dev.cress.memcached.internal.connection.NodeConnection;
import dev.cress.memcached.internal.migration.ServerCalls;
import dev.cress.memcached.internal.operation.MetaOperation;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Holds the calls of one step back, before they are sent, until they are released. */
final class HeldCalls implements ServerCalls {

  private static final long PATIENCE_SECONDS = 10;

  private final Step held;
  private final CountDownLatch arrived = new CountDownLatch(1);
  private final CompletableFuture<Void> passage = new CompletableFuture<>();

  HeldCalls(Step held) {
    this.held = held;
  }

  @Override
  public <R> CompletionStage<R> call(Step step, NodeConnection node, MetaOperation<R> operation) {
    if (step != held) {
      return DIRECT.call(step, node, operation);
    }
    arrived.countDown();
    return passage.thenCompose(go -> DIRECT.call(step, node, operation));
  }

  /** Waits until a call is held. */
  void awaitHeld() throws InterruptedException {
    if (!arrived.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException("no call of the step " + held);
    }
  }

  /** Lets all calls go. */
  void release() {
    passage.complete(null);
  }
}
