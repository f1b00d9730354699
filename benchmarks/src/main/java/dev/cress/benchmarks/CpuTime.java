package dev.cress.benchmarks;

import java.util.Collection;
import java.util.List;
import java.util.function.LongSupplier;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Makes JMH tell the CPU time of its JVM per operation: unlike the time on the wall, it does not
 * grow with what else the machine does. For JMH, which creates it.
 */
public final class CpuTime implements InternalProfiler {

  static final String NANOS = "cpu.nanos";

  private final LongSupplier cpuTime = Comparison.processCpuTime();
  private long start;

  /** JMH creates it. */
  public CpuTime() {}

  @Override
  public String getDescription() {
    return "CPU time of the JVM per operation";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    start = cpuTime.getAsLong();
  }

  @Override
  @SuppressWarnings("rawtypes") // JMH's own signature.
  public Collection<? extends Result> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    double nanos = (double) (cpuTime.getAsLong() - start) / result.getMetadata().getAllOps();
    return List.of(new ScalarResult(NANOS, nanos, "ns/op", AggregationPolicy.AVG));
  }
}
