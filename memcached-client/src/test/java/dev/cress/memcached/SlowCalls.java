package dev.cress.memcached;

import dev.cress.memcached.internal.connection.NodeConnection;
import dev.cress.memcached.internal.migration.ServerCalls;
import dev.cress.memcached.internal.operation.MetaOperation;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** Keeps some steps back for some time, so that others come in between. Thread-safe. */
final class SlowCalls implements ServerCalls {

  private static final int LONG_MILLIS = 700;

  private final ServerCalls calls;
  private final Random random;
  private final int mostMillis;

  SlowCalls(ServerCalls calls, long seed, int mostMillis) {
    this.calls = calls;
    this.random = new Random(seed);
    this.mostMillis = mostMillis;
  }

  /* A holder that keeps a lease for long makes others help. */
  @Override
  public <R> CompletionStage<R> call(Step step, NodeConnection node, MetaOperation<R> operation) {
    if (random.nextInt(3) > 0) {
      return calls.call(step, node, operation);
    }
    boolean stalls = step == Step.TAKE && random.nextInt(20) == 0;
    int millis = stalls ? LONG_MILLIS : random.nextInt(mostMillis + 1);
    Executor later = CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS);
    return CompletableFuture.runAsync(() -> {}, later)
        .thenCompose(waited -> calls.call(step, node, operation));
  }
}
