package dev.cress.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * How fast are reads of 100 keys at once, from 4 threads, against spymemcached with its ketama
 * ring, folsom and XMemcached, on 3 memcached nodes and on 1? {@code bin/bench memcached-bulk}
 */
final class MemcachedBulk implements Benchmark {

  private static final int THREADS = 4;
  private static final int KEYS = 100;

  @Override
  public Result run(Size size) throws Exception {
    return MemcachedRatios.measure(
            size,
            Cache.class,
            (bed, cache) -> new Callers(THREADS, random -> getAll(bed, cache, random)))
        .result("memcached-bulk");
  }

  private static void getAll(MemcachedBed bed, Cache cache, SplittableRandom random)
      throws Exception {
    int[] picked = new int[KEYS];
    List<String> keys = new ArrayList<>(KEYS);
    for (int i = 0; i < KEYS; i++) {
      picked[i] = bed.pick(random);
      keys.add(bed.key(picked[i]));
    }
    IntFunction<@Nullable Object> values = cache.getAll(keys);
    for (int i = 0; i < KEYS; i++) {
      bed.check(picked[i], values.apply(i));
    }
  }
}
