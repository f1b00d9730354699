package dev.cress.benchmarks;

import io.lettuce.core.api.sync.RedisCommands;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * What does a blocking GET or SET cost more than with plain Lettuce on one node, from 1 thread and
 * from 16 that share a connection? {@code bin/bench redis-sync}
 */
final class RedisSync implements Benchmark {

  private static final int MANY = 16;

  @Override
  public Result run(Size size) throws Exception {
    try (Bed bed = new Bed(1)) {
      RedisCommands<String, String> ours = bed.cress().sync();
      RedisCommands<String, String> theirs = bed.raw(0).sync();
      Comparison.Ratios one = compare(size, 1, bed, ours, theirs);
      Comparison.Ratios many = compare(size, MANY, bed, ours, theirs);
      Function<Function<Comparison.Ratios, Spread>, Double> worse =
          of -> Math.min(of.apply(one).median(), of.apply(many).median());
      boolean oneIsWorse = one.throughput().median() < many.throughput().median();
      return new Result(
              "redis-sync",
              oneIsWorse ? one.throughput() : many.throughput(),
              worse.apply(Comparison.Ratios::cpu))
          .with("p99Ratio", worse.apply(Comparison.Ratios::p99))
          .with("ratio1Thread", one.throughput().median())
          .with("cpuRatio1Thread", one.cpu().median())
          .with("p99Ratio1Thread", one.p99().median())
          .with("ratio16Threads", many.throughput().median())
          .with("cpuRatio16Threads", many.cpu().median())
          .with("p99Ratio16Threads", many.p99().median());
    }
  }

  private static Comparison.Ratios compare(
      Size size,
      int threads,
      Bed bed,
      RedisCommands<String, String> ours,
      RedisCommands<String, String> theirs)
      throws Exception {
    return new Comparison()
        .run(
            size,
            new Callers(threads, random -> getOrSet(bed, ours, random)),
            new Callers(threads, random -> getOrSet(bed, theirs, random)));
  }

  private static void getOrSet(
      Bed bed, RedisCommands<String, String> redis, SplittableRandom random) {
    String key = bed.key(random);
    String reply = random.nextInt(2) == 0 ? redis.get(key) : redis.set(key, bed.value());
    if (reply == null) {
      throw new IllegalStateException("a key is missing");
    }
  }
}
