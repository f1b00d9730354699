package dev.cress.memcached;

import dev.cress.memcached.internal.connection.NodeConnection;
import dev.cress.memcached.internal.migration.ServerCalls;
import dev.cress.memcached.internal.operation.MetaDelete;
import dev.cress.memcached.internal.operation.MetaOperation;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Keeps some steps back for some time, so that others come in between. May also let a stub be
 * evicted when the value that belongs there is on its way. Thread-safe.
 */
final class SlowCalls implements ServerCalls {

  private static final int LONG_MILLIS = 700;

  private final Random random;
  private final int oneIn;
  private final int mostMillis;
  private final boolean evicting;

  /**
   * @param oneIn how many steps there are to one that is slow
   */
  SlowCalls(long seed, int oneIn, int mostMillis, boolean evicting) {
    this.oneIn = oneIn;
    this.random = new Random(seed);
    this.mostMillis = mostMillis;
    this.evicting = evicting;
  }

  @Override
  public <R> CompletionStage<R> call(Step step, NodeConnection node, MetaOperation<R> operation) {
    if (evicting && step == Step.PUT && random.nextInt(2) == 0) {
      return DIRECT
          .call(step, node, new MetaDelete(operation.keyBytes()))
          .thenCompose(evicted -> later(mostMillis))
          .thenCompose(waited -> DIRECT.call(step, node, operation));
    }
    return random.nextInt(oneIn) == 0
        ? later(millis(step)).thenCompose(waited -> DIRECT.call(step, node, operation))
        : DIRECT.call(step, node, operation);
  }

  /* A holder that keeps a lease for long makes others help. */
  private int millis(Step step) {
    return step == Step.TAKE && random.nextInt(20) == 0
        ? LONG_MILLIS
        : random.nextInt(mostMillis + 1);
  }

  private static CompletableFuture<Void> later(int millis) {
    Executor later = CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS);
    return CompletableFuture.runAsync(() -> {}, later);
  }
}
