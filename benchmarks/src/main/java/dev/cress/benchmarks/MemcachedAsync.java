package dev.cress.benchmarks;

import java.util.SplittableRandom;

/**
 * How fast are asynchronous gets and sets, 512 of them under way, against spymemcached with its
 * ketama ring and folsom, on 3 memcached nodes and on 1? XMemcached has none. {@code bin/bench
 * memcached-async}
 */
final class MemcachedAsync implements Benchmark {

  @Override
  public Result run(Size size) throws Exception {
    return MemcachedRatios.measure(
            size,
            AsyncCache.class,
            (bed, cache) -> new Window(random -> getOrSet(bed, cache, random)))
        .result("memcached-async");
  }

  private static Window.Begun getOrSet(
      MemcachedBed bed, AsyncCache cache, SplittableRandom random) {
    int index = bed.pick(random);
    return random.nextInt(2) == 0
        ? new Window.Begun(cache.beginGet(bed.key(index)), bed.value(index))
        : new Window.Begun(cache.beginSet(bed.key(index), bed.value(index)), cache.stored());
  }
}
