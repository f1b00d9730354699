package dev.cress.redis.internal.migration;

/** Counts what became of keys, for the metrics. Thread-safe. */
@FunctionalInterface
interface MoveCounts {

  /** Counts some keys. */
  void add(RedisKeyMover.Result result, long keys);
}
