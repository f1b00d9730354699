package dev.cress.benchmarks;

import java.util.concurrent.Future;

/** A client that can have many operations under way. */
interface AsyncCache extends Cache {

  /** Begins a read. */
  Future<?> beginGet(String key);

  /** Begins a write. */
  Future<?> beginSet(String key, String value);

  /** What the future of a write gives when the value is stored. */
  Object stored();
}
