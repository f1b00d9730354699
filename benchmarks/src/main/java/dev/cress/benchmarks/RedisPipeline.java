package dev.cress.benchmarks;

import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulRedisConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.JedisPooled;
import redis.clients.jedis.Response;

/**
 * How fast are 100 GETs and SETs that one thread collects, flushes together and waits for, on three
 * nodes, against the same over three plain Lettuce connections and a modulo? And on 1, 3 and 10
 * nodes, against them with flush consolidation, and against Jedis' pipelines? {@code bin/bench
 * redis-pipeline}
 */
final class RedisPipeline implements Benchmark {

  private static final int BATCH = 100;
  private static final long PATIENCE_SECONDS = 5;

  @Override
  public Result run(Size size) throws Exception {
    return RedisRivals.result("redis-pipeline", BATCH, nodes -> onNodes(size, nodes));
  }

  private static Map<String, Comparison.Ratios> onNodes(Size size, int nodes) throws Exception {
    try (Bed bed = new Bed(nodes);
        RedisRivals rivals = new RedisRivals(bed)) {
      Map<String, Side> sides =
          rivals.lettuceSides(connections -> side(bed, connections, bed::rawIndex));
      sides.put(RedisRivals.JEDIS, new Callers(1, random -> jedis(bed, rivals.jedis(), random)));
      return new Comparison().run(size, side(bed, List.of(bed.cress()), key -> 0), sides);
    }
  }

  private static Side side(
      Bed bed,
      List<StatefulRedisConnection<String, String>> connections,
      ToIntFunction<String> nodeOf) {
    connections.forEach(connection -> connection.setAutoFlushCommands(false));
    return new Callers(
        1,
        random -> {
          List<RedisFuture<String>> futures = new ArrayList<>(BATCH);
          for (int i = 0; i < BATCH; i++) {
            String key = bed.key(random);
            StatefulRedisConnection<String, String> node = connections.get(nodeOf.applyAsInt(key));
            futures.add(
                random.nextInt(2) == 0
                    ? node.async().get(key)
                    : node.async().set(key, bed.value()));
          }
          connections.forEach(StatefulRedisConnection::flushCommands);
          for (RedisFuture<String> future : futures) {
            check(future.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
          }
        });
  }

  private static void jedis(Bed bed, List<JedisPooled> pools, SplittableRandom random) {
    List<AbstractPipeline> pipelines = new ArrayList<>();
    pools.forEach(pool -> pipelines.add(pool.pipelined()));
    List<Response<String>> replies = new ArrayList<>(BATCH);
    for (int i = 0; i < BATCH; i++) {
      String key = bed.key(random);
      AbstractPipeline node = pipelines.get(bed.rawIndex(key));
      replies.add(random.nextInt(2) == 0 ? node.get(key) : node.set(key, bed.value()));
    }
    pipelines.forEach(AbstractPipeline::close);
    replies.forEach(reply -> check(reply.get()));
  }

  private static void check(String reply) {
    if (reply == null) {
      throw new IllegalStateException("a key is missing");
    }
  }
}
