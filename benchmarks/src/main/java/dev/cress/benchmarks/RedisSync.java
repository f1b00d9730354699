package dev.cress.benchmarks;

import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import redis.clients.jedis.JedisPooled;

/**
 * What does a blocking GET or SET cost more than with plain Lettuce on one node, from 1 thread and
 * from 16 that share a connection? And from 16 threads on 1, 3 and 10 nodes, against Lettuce with a
 * modulo, with and without flush consolidation, and against Jedis? {@code bin/bench redis-sync}
 */
final class RedisSync implements Benchmark {

  private static final int MANY = 16;

  /** What a client does with one key; each gives the server's answer. */
  private record Calls(Function<String, String> get, Function<String, String> set) {}

  @Override
  public Result run(Size size) throws Exception {
    Comparison.Ratios one = RedisRivals.lettuce(onNodes(size, 1, 1));
    Map<String, Comparison.Ratios> all = onNodes(size, 1, MANY);
    Result result = result(one, RedisRivals.lettuce(all));
    RedisRivals.add(result, 1, all);
    for (int nodes : List.of(3, 10)) {
      RedisRivals.add(result, nodes, onNodes(size, nodes, MANY));
    }
    return result;
  }

  private static Result result(Comparison.Ratios one, Comparison.Ratios many) {
    Comparison.Ratios worse = one.worse(many);
    return new Result("redis-sync", worse.throughput(), worse.cpu().median())
        .with("p99Ratio", worse.p99().median())
        .with("ratio1Thread", one.throughput().median())
        .with("cpuRatio1Thread", one.cpu().median())
        .with("p99Ratio1Thread", one.p99().median())
        .with("ratio16Threads", many.throughput().median())
        .with("cpuRatio16Threads", many.cpu().median())
        .with("p99Ratio16Threads", many.p99().median());
  }

  private static Map<String, Comparison.Ratios> onNodes(Size size, int nodes, int threads)
      throws Exception {
    try (Bed bed = new Bed(nodes);
        RedisRivals rivals = new RedisRivals(bed)) {
      Map<String, Side> sides =
          rivals.lettuceSides(connections -> side(bed, threads, calls(bed, rivals, connections)));
      List<JedisPooled> jedis = rivals.jedis();
      Calls theirs =
          new Calls(
              key -> rivals.of(jedis, key).get(key),
              key -> rivals.of(jedis, key).set(key, bed.value()));
      sides.put(RedisRivals.JEDIS, side(bed, threads, theirs));
      RedisCommands<String, String> cress = bed.cress().sync();
      Calls ours = new Calls(cress::get, key -> cress.set(key, bed.value()));
      return new Comparison().run(size, side(bed, threads, ours), sides);
    }
  }

  private static Calls calls(
      Bed bed, RedisRivals rivals, List<StatefulRedisConnection<String, String>> connections) {
    List<RedisCommands<String, String>> sync =
        connections.stream().map(StatefulRedisConnection::sync).toList();
    return new Calls(
        key -> rivals.of(sync, key).get(key), key -> rivals.of(sync, key).set(key, bed.value()));
  }

  private static Side side(Bed bed, int threads, Calls calls) {
    return new Callers(threads, random -> getOrSet(bed, calls, random));
  }

  private static void getOrSet(Bed bed, Calls calls, SplittableRandom random) {
    String key = bed.key(random);
    String reply = (random.nextInt(2) == 0 ? calls.get : calls.set).apply(key);
    if (reply == null) {
      throw new IllegalStateException("a key is missing");
    }
  }
}
