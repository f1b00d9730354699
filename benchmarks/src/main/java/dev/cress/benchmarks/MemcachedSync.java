package dev.cress.benchmarks;

import java.util.SplittableRandom;

/**
 * How fast are blocking gets and sets, from 1 thread and from 16, against spymemcached with its
 * ketama ring, folsom and XMemcached, on 3 memcached nodes and on 1? {@code bin/bench
 * memcached-sync}
 */
final class MemcachedSync implements Benchmark {

  private static final int MANY = 16;

  @Override
  public Result run(Size size) throws Exception {
    MemcachedRatios one = measure(size, 1);
    MemcachedRatios many = measure(size, MANY);
    return one.worse(many)
        .result("memcached-sync")
        .with("ratio1Thread", one.main().throughput().median())
        .with("cpuRatio1Thread", one.main().cpu().median())
        .with("p99Ratio1Thread", one.main().p99().median())
        .with("ratio16Threads", many.main().throughput().median())
        .with("cpuRatio16Threads", many.main().cpu().median())
        .with("p99Ratio16Threads", many.main().p99().median());
  }

  private static MemcachedRatios measure(Size size, int threads) throws Exception {
    return MemcachedRatios.measure(
        size,
        Cache.class,
        (bed, cache) -> new Callers(threads, random -> getOrSet(bed, cache, random)));
  }

  private static void getOrSet(MemcachedBed bed, Cache cache, SplittableRandom random)
      throws Exception {
    int index = bed.pick(random);
    if (random.nextInt(2) == 0) {
      bed.check(index, cache.get(bed.key(index)));
    } else if (!cache.set(bed.key(index), bed.value(index))) {
      throw new IllegalStateException("a value was not stored");
    }
  }
}
