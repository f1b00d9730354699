package dev.cress.benchmarks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.HdrHistogram.Histogram;

/** A side where some threads repeat a blocking operation. */
final class Callers implements Side {

  /** What a thread repeats. */
  @FunctionalInterface
  interface Operation {
    void run(SplittableRandom random) throws Exception;
  }

  /** What a thread repeats, when only some of it counts. */
  @FunctionalInterface
  interface PartlyCounted {
    /** Tells whether this one counts. */
    boolean run(SplittableRandom random) throws Exception;
  }

  private static final long SEED = 42;

  private final int threads;
  private final PartlyCounted operation;

  Callers(int threads, Operation operation) {
    this.threads = threads;
    this.operation =
        random -> {
          operation.run(random);
          return true;
        };
  }

  private Callers(int threads, PartlyCounted operation) {
    this.threads = threads;
    this.operation = operation;
  }

  static Callers partlyCounted(int threads, PartlyCounted operation) {
    return new Callers(threads, operation);
  }

  @Override
  public Histogram work(Duration time) throws Exception {
    ExecutorService callers = Executors.newFixedThreadPool(threads);
    try {
      long end = System.nanoTime() + time.toNanos();
      List<Future<Histogram>> all = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        SplittableRandom random = new SplittableRandom(SEED + i);
        all.add(callers.submit(() -> repeat(random, end)));
      }
      Histogram sum = Side.latencies();
      for (Future<Histogram> one : all) {
        sum.add(one.get());
      }
      return sum;
    } finally {
      callers.shutdownNow();
    }
  }

  private Histogram repeat(SplittableRandom random, long end) throws Exception {
    Histogram latencies = Side.latencies();
    for (long start = System.nanoTime(); start - end < 0; ) {
      boolean counts = operation.run(random);
      long now = System.nanoTime();
      if (counts) {
        latencies.recordValue(now - start);
      }
      start = now;
    }
    return latencies;
  }
}
