package dev.cress.benchmarks;

import io.lettuce.core.api.async.RedisAsyncCommands;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;

/**
 * How fast are asynchronous GETs and SETs on three nodes, against three plain Lettuce connections
 * with a modulo written by hand? {@code bin/bench redis-async}
 */
final class RedisAsync implements Benchmark {

  private static final int NODES = 3;

  @Override
  public Result run(Size size) throws Exception {
    try (Bed bed = new Bed(NODES)) {
      RedisAsyncCommands<String, String> cress = bed.cress().async();
      Side ours =
          new Pipeline(
              random -> {
                String key = bed.key(random);
                return getOrSet(cress, key, bed.value(), random);
              });
      Side theirs =
          new Pipeline(
              random -> {
                String key = bed.key(random);
                return getOrSet(bed.raw(key).async(), key, bed.value(), random);
              });
      Comparison.Ratios ratios = new Comparison().run(size, ours, theirs);
      return new Result("redis-async", ratios.throughput(), ratios.cpu().median())
          .with("p99Ratio", ratios.p99().median())
          .with("cpuNsPerCommand", ratios.cressNanos().median());
    }
  }

  private static CompletionStage<String> getOrSet(
      RedisAsyncCommands<String, String> redis, String key, String value, SplittableRandom random) {
    return random.nextInt(2) == 0 ? redis.get(key) : redis.set(key, value);
  }
}
