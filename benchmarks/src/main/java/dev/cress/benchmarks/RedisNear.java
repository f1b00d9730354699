package dev.cress.benchmarks;

import dev.cress.redis.NearCache;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.SplittableRandom;

/**
 * What does a tracked near cache gain over plain Lettuce on one node, for 4 threads that read
 * 10,000 keys and write one in 100 times? {@code bin/bench redis-near}
 */
final class RedisNear implements Benchmark {

  private static final int THREADS = 4;
  private static final int READS_PER_WRITE = 99;

  @Override
  public Result run(Size size) throws Exception {
    try (Bed bed = new Bed(1);
        NearCache<String, String> near =
            NearCache.builder(bed.client()).maximumSize(20_000).build()) {
      RedisCommands<String, String> plain = bed.raw(0).sync();
      Comparison.Ratios ratios =
          new Comparison()
              .run(
                  size,
                  new Callers(THREADS, random -> near(bed, near, random)),
                  new Callers(THREADS, random -> plain(bed, plain, random)));
      NearCache.Statistics gets = near.statistics();
      return new Result("redis-near", ratios.throughput(), ratios.cpu().median())
          .with("p99Ratio", ratios.p99().median())
          .with("hitRatio", (double) gets.hits() / (gets.hits() + gets.misses()));
    }
  }

  private static void near(Bed bed, NearCache<String, String> near, SplittableRandom random) {
    String key = bed.key(random);
    if (random.nextInt(READS_PER_WRITE + 1) == 0) {
      near.set(key, bed.value());
    } else if (near.get(key) == null) {
      throw new IllegalStateException("a key is missing");
    }
  }

  private static void plain(Bed bed, RedisCommands<String, String> redis, SplittableRandom random) {
    String key = bed.key(random);
    if (random.nextInt(READS_PER_WRITE + 1) == 0) {
      redis.set(key, bed.value());
    } else if (redis.get(key) == null) {
      throw new IllegalStateException("a key is missing");
    }
  }
}
