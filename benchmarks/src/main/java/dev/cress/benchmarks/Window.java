package dev.cress.benchmarks;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * A side where one thread keeps a fixed number of futures under way, and waits for the oldest
 * before it begins another. For clients whose futures tell their end to an executor only.
 */
final class Window implements Side {

  /** Begins an operation. */
  @FunctionalInterface
  interface Operation {
    Begun begin(SplittableRandom random) throws Exception;
  }

  /** An operation under way since some time, and what it must give. */
  record Begun(Future<?> reply, Object wanted, long nanoTime) {

    /** Begun now. */
    Begun(Future<?> reply, Object wanted) {
      this(reply, wanted, System.nanoTime());
    }
  }

  private static final int UNDER_WAY = 512;
  private static final long PATIENCE_SECONDS = 5;
  private static final long SEED = 42;

  private final Operation operation;

  Window(Operation operation) {
    this.operation = operation;
  }

  /** The latency of an operation is the time until it was its turn to be waited for. */
  @Override
  public Histogram work(Duration time) throws Exception {
    SplittableRandom random = new SplittableRandom(SEED);
    Histogram latencies = Side.latencies();
    Queue<Begun> underWay = new ArrayDeque<>(UNDER_WAY);
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() - end < 0) {
      underWay.add(operation.begin(random));
      if (underWay.size() == UNDER_WAY) {
        await(underWay.remove(), latencies);
      }
    }
    for (Begun last : underWay) {
      await(last, latencies);
    }
    return latencies;
  }

  private static void await(Begun oldest, Histogram latencies) throws Exception {
    Object answer = oldest.reply.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (!oldest.wanted.equals(answer)) {
      throw new IllegalStateException("an operation gave a wrong answer or none");
    }
    latencies.recordValue(System.nanoTime() - oldest.nanoTime);
  }
}
