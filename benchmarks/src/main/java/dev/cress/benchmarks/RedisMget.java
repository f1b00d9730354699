package dev.cress.benchmarks;

import io.lettuce.core.KeyValue;
import io.lettuce.core.RedisFuture;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * How fast is MGET of 20 keys on three nodes, from 4 threads, against a split written by hand over
 * three plain Lettuce connections? {@code bin/bench redis-mget}
 */
final class RedisMget implements Benchmark {

  private static final int NODES = 3;
  private static final int THREADS = 4;
  private static final int KEYS = 20;

  @Override
  public Result run(Size size) throws Exception {
    try (Bed bed = new Bed(NODES)) {
      Side ours = new Callers(THREADS, random -> check(bed.cress().sync().mget(keys(bed, random))));
      Side theirs = new Callers(THREADS, random -> check(byHand(bed, keys(bed, random))));
      Comparison.Ratios ratios = new Comparison().run(size, ours, theirs);
      return new Result("redis-mget", ratios.throughput(), ratios.cpu().median())
          .with("p99Ratio", ratios.p99().median())
          .with("cpuNsPerCommand", ratios.cressNanos().median());
    }
  }

  private static String[] keys(Bed bed, SplittableRandom random) {
    String[] keys = new String[KEYS];
    Arrays.setAll(keys, i -> bed.key(random));
    return keys;
  }

  /** Values in the caller's order, as a careful service would write it. */
  private static List<KeyValue<String, String>> byHand(Bed bed, String[] keys) throws Exception {
    List<List<String>> split = new ArrayList<>();
    for (int node = 0; node < bed.nodes(); node++) {
      split.add(new ArrayList<>());
    }
    int[] nodeOf = new int[keys.length];
    for (int i = 0; i < keys.length; i++) {
      nodeOf[i] = bed.rawIndex(keys[i]);
      split.get(nodeOf[i]).add(keys[i]);
    }
    List<@Nullable RedisFuture<List<KeyValue<String, String>>>> futures = new ArrayList<>();
    for (int node = 0; node < bed.nodes(); node++) {
      List<String> part = split.get(node);
      futures.add(part.isEmpty() ? null : bed.raw(node).async().mget(part.toArray(String[]::new)));
    }
    return join(futures, nodeOf);
  }

  private static List<KeyValue<String, String>> join(
      List<@Nullable RedisFuture<List<KeyValue<String, String>>>> futures, int[] nodeOf)
      throws Exception {
    List<List<KeyValue<String, String>>> replies = new ArrayList<>();
    for (RedisFuture<List<KeyValue<String, String>>> future : futures) {
      replies.add(future == null ? List.of() : future.get());
    }
    int[] taken = new int[replies.size()];
    List<KeyValue<String, String>> values = new ArrayList<>(nodeOf.length);
    for (int node : nodeOf) {
      values.add(replies.get(node).get(taken[node]++));
    }
    return values;
  }

  private static void check(List<KeyValue<String, String>> values) {
    if (values.size() != KEYS || !values.get(0).hasValue()) {
      throw new IllegalStateException("a value is missing");
    }
  }
}
