package dev.cress.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/**
 * Lets two sides work in turns and compares them pair by pair: A B, B A, A B, … What else happens
 * on the machine meets both alike. Not thread-safe.
 */
final class Comparison {

  private static final double P99 = 99;

  private final LongSupplier nanoTime;
  private final LongSupplier cpuTime;

  Comparison() {
    this(System::nanoTime, processCpuTime());
  }

  /**
   * Creates a comparison with clocks of its own.
   *
   * @param nanoTime the time, in ns
   * @param cpuTime the CPU time that this JVM has used, in ns
   */
  Comparison(LongSupplier nanoTime, LongSupplier cpuTime) {
    this.nanoTime = nanoTime;
    this.cpuTime = cpuTime;
  }

  /** The CPU time of this JVM with all its threads, in ns. */
  static LongSupplier processCpuTime() {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return system::getProcessCpuTime;
  }

  /**
   * What a comparison found; above 1 Cress is better.
   *
   * @param throughput operations in equal time
   * @param cpu CPU time of this JVM per operation
   * @param p99 the latency that 99 % of operations stay below
   * @param cressNanos CPU time of Cress per operation, in ns
   */
  record Ratios(Spread throughput, Spread cpu, Spread p99, Spread cressNanos) {}

  /** One round of one side. */
  private record Round(double perNano, double cpuPerOperation, double p99) {}

  Ratios run(Size size, Side cress, Side rival) throws Exception {
    warmUp(size, cress, rival);
    double[] throughput = new double[size.rounds()];
    double[] cpu = new double[size.rounds()];
    double[] p99 = new double[size.rounds()];
    double[] cressNanos = new double[size.rounds()];
    for (int i = 0; i < size.rounds(); i++) {
      boolean cressFirst = i % 2 == 0;
      Round first = round(size, cressFirst ? cress : rival);
      Round second = round(size, cressFirst ? rival : cress);
      Round ours = cressFirst ? first : second;
      Round theirs = cressFirst ? second : first;
      throughput[i] = ours.perNano / theirs.perNano;
      cpu[i] = theirs.cpuPerOperation / ours.cpuPerOperation;
      p99[i] = theirs.p99 / ours.p99;
      cressNanos[i] = ours.cpuPerOperation;
    }
    return new Ratios(Spread.of(throughput), Spread.of(cpu), Spread.of(p99), Spread.of(cressNanos));
  }

  /** In slices, so that neither side is compiled for a world without the other. */
  private static void warmUp(Size size, Side cress, Side rival) throws Exception {
    Duration slice = size.warmUp().dividedBy(4);
    for (int i = 0; i < 4; i++) {
      cress.work(slice);
      rival.work(slice);
    }
  }

  private Round round(Size size, Side side) throws Exception {
    long cpuStart = cpuTime.getAsLong();
    long start = nanoTime.getAsLong();
    Histogram latencies = side.work(size.round());
    double operations = latencies.getTotalCount();
    return new Round(
        operations / (nanoTime.getAsLong() - start),
        (cpuTime.getAsLong() - cpuStart) / operations,
        latencies.getValueAtPercentile(P99));
  }
}
