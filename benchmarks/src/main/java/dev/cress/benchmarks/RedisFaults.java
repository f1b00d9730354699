package dev.cress.benchmarks;

import dev.cress.redis.error.NodeUnavailableException;
import dev.cress.testservers.TestNode;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What does a frozen node cost the keys of the others? Blocking GETs and SETs of all keys from 16
 * threads on five nodes, one of them frozen and known to be so, against the same with all five
 * well; only commands on the other four nodes count. {@code bin/bench redis-faults}
 */
final class RedisFaults implements Benchmark {

  private static final int NODES = 5;
  private static final int THREADS = 16;
  private static final int FROZEN = 0;
  private static final Duration DEADLINE = Duration.ofMillis(500);
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @Override
  public Result run(Size size) throws Exception {
    try (Bed bed = new Bed(NODES)) {
      RedisURI uri = bed.uri(0);
      uri.setTimeout(DEADLINE);
      RedisCommands<String, String> redis = bed.client().connect(uri).sync();
      Side well = Callers.partlyCounted(THREADS, random -> getOrSet(bed, redis, random));
      Side faulty = new Faulty(well, bed.server(FROZEN), redis, lostKey(bed));
      Comparison.Ratios ratios =
          Objects.requireNonNull(
              new Comparison().run(size, faulty, Map.of("well", well)).get("well"));
      return new Result("redis-faults", ratios.throughput(), ratios.cpu().median())
          .with("p99Ratio", ratios.p99().median());
    }
  }

  private static boolean isLost(Bed bed, String key) {
    return bed.client().ownerOf(key).name().equals("node-" + FROZEN);
  }

  private static String lostKey(Bed bed) {
    SplittableRandom random = new SplittableRandom(1);
    String key = bed.key(random);
    while (!isLost(bed, key)) {
      key = bed.key(random);
    }
    return key;
  }

  private static boolean getOrSet(
      Bed bed, RedisCommands<String, String> redis, SplittableRandom random) {
    String key = bed.key(random);
    boolean read = random.nextInt(2) == 0;
    try {
      if ((read ? redis.get(key) : redis.set(key, bed.value())) == null) {
        throw new IllegalStateException("a key is missing");
      }
      return !isLost(bed, key);
    } catch (RedisException e) {
      if (isLost(bed, key)) {
        return false;
      }
      throw e;
    }
  }

  /** Freezes a server, and works once the client keeps away from it. */
  private record Faulty(
      Side work, TestNode server, RedisCommands<String, String> redis, String lostKey)
      implements Side {

    @Override
    public void before() throws Exception {
      server.pause();
      await(() -> failure() instanceof NodeUnavailableException);
    }

    @Override
    public Histogram work(Duration time) throws Exception {
      return work.work(time);
    }

    @Override
    public void after() throws Exception {
      server.resume();
      int[] answered = new int[1];
      await(
          () -> {
            answered[0] = failure() == null ? answered[0] + 1 : 0;
            return answered[0] == 100;
          });
    }

    private @Nullable RedisException failure() {
      try {
        redis.get(lostKey);
        return null;
      } catch (RedisException e) {
        return e;
      }
    }

    private static void await(BooleanSupplier condition) throws TimeoutException {
      long start = System.nanoTime();
      while (!condition.getAsBoolean()) {
        if (System.nanoTime() - start > PATIENCE.toNanos()) {
          throw new TimeoutException("the client did not notice the state of the server");
        }
        Thread.onSpinWait();
      }
    }
  }
}
