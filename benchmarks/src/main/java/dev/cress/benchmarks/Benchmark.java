package dev.cress.benchmarks;

/** One question, answered by measuring. */
interface Benchmark {

  /**
   * Measures. Blocking; starts the servers that it needs and ends them.
   *
   * @param size how long to measure
   * @return the answer
   * @throws Exception if a server or a client fails
   */
  Result run(Size size) throws Exception;
}
