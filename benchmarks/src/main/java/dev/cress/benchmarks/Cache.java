package dev.cress.benchmarks;

import java.io.IOException;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A client of memcached with values of text. A reply that does not come in time is an exception.
 * Close it. Thread-safe.
 */
interface Cache extends AutoCloseable {

  /** Waits for a value; null if there is none. */
  @Nullable Object get(String key) throws Exception;

  /** Waits until a value is stored; tells whether it is. */
  boolean set(String key, String value) throws Exception;

  /**
   * Waits for the values of several keys, in the form in which the client gives them.
   *
   * @param keys distinct or not
   * @return gives the value of the key at an index
   * @throws Exception if a reply is missing
   */
  IntFunction<@Nullable Object> getAll(List<String> keys) throws Exception;

  @Override
  void close() throws IOException;
}
