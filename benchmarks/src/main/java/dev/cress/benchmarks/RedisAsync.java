package dev.cress.benchmarks;

import io.lettuce.core.api.async.RedisAsyncCommands;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * How fast are asynchronous GETs and SETs on three nodes, against three plain Lettuce connections
 * with a modulo written by hand? And on 1, 3 and 10 nodes, against them with and without flush
 * consolidation? {@code bin/bench redis-async}
 */
final class RedisAsync implements Benchmark {

  @Override
  public Result run(Size size) throws Exception {
    return RedisRivals.result("redis-async", 1, nodes -> onNodes(size, nodes));
  }

  private static Map<String, Comparison.Ratios> onNodes(Size size, int nodes) throws Exception {
    try (Bed bed = new Bed(nodes);
        RedisRivals rivals = new RedisRivals(bed)) {
      RedisAsyncCommands<String, String> cress = bed.cress().async();
      return new Comparison()
          .run(
              size,
              side(bed, key -> cress),
              rivals.lettuceSides(
                  connections -> side(bed, key -> rivals.of(connections, key).async())));
    }
  }

  private static Side side(Bed bed, Function<String, RedisAsyncCommands<String, String>> ofKey) {
    return new Pipeline(
        random -> {
          String key = bed.key(random);
          return getOrSet(ofKey.apply(key), key, bed.value(), random);
        });
  }

  private static CompletionStage<String> getOrSet(
      RedisAsyncCommands<String, String> redis, String key, String value, SplittableRandom random) {
    return random.nextInt(2) == 0 ? redis.get(key) : redis.set(key, value);
  }
}
