package dev.cress.benchmarks;

import java.time.Duration;
import org.HdrHistogram.Histogram;

/** One of the two that are compared. */
interface Side {

  /**
   * Works for some time and waits for all replies.
   *
   * @param time how long to begin operations
   * @return the latencies of all operations, in ns
   * @throws Exception if an operation fails
   */
  Histogram work(Duration time) throws Exception;

  /**
   * Called before each piece of work; its time does not count.
   *
   * @throws Exception if the work cannot begin
   */
  default void before() throws Exception {}

  /**
   * Called after each piece of work; its time does not count.
   *
   * @throws Exception if others cannot work now
   */
  default void after() throws Exception {}

  /** An empty record of latencies from 1 µs on, exact to 1 %. */
  static Histogram latencies() {
    Histogram latencies = new Histogram(2);
    latencies.setAutoResize(true);
    return latencies;
  }
}
