package dev.cress.benchmarks;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** A side where one thread keeps a fixed number of operations under way. */
final class Pipeline implements Side {

  /** Begins an operation. */
  @FunctionalInterface
  interface Operation {
    CompletionStage<String> begin(SplittableRandom random);
  }

  private static final int UNDER_WAY = 512;
  private static final long SEED = 42;
  /* Every 16th is timed: reading the clock for each would be a good part of the cost. */
  private static final int TIMED = 16;

  private final Operation operation;
  private volatile @Nullable Throwable failure;

  Pipeline(Operation operation) {
    this.operation = operation;
  }

  @Override
  public Histogram work(Duration time) throws Exception {
    SplittableRandom random = new SplittableRandom(SEED);
    Semaphore free = new Semaphore(UNDER_WAY);
    Histogram latencies = new ConcurrentHistogram(2);
    latencies.setAutoResize(true);
    long end = System.nanoTime() + time.toNanos();
    for (long start = System.nanoTime(); start - end < 0; start = System.nanoTime()) {
      begin(random, free, latencies, start);
      for (int i = 1; i < TIMED; i++) {
        begin(random, free, null, start);
      }
    }
    free.acquire(UNDER_WAY);
    Throwable cause = failure;
    if (cause != null) {
      throw new IllegalStateException("an operation failed", cause);
    }
    return latencies;
  }

  private void begin(
      SplittableRandom random, Semaphore free, @Nullable Histogram latencies, long start)
      throws InterruptedException {
    free.acquire();
    operation
        .begin(random)
        .whenComplete(
            (reply, problem) -> {
              if (problem != null) {
                failure = problem;
              } else if (latencies != null) {
                latencies.recordValueWithCount(System.nanoTime() - start, TIMED);
              }
              free.release();
            });
  }
}
