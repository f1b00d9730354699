package dev.cress.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/**
 * Lets two or more sides work in turns and compares them round by round: A B, B A, A B, … What else
 * happens on the machine meets all alike. Not thread-safe.
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
  record Ratios(Spread throughput, Spread cpu, Spread p99, Spread cressNanos) {

    /** Number by number the worse of two. */
    Ratios worse(Ratios other) {
      return new Ratios(
          lower(throughput, other.throughput),
          lower(cpu, other.cpu),
          lower(p99, other.p99),
          cressNanos.median() < other.cressNanos.median() ? other.cressNanos : cressNanos);
    }

    private static Spread lower(Spread one, Spread other) {
      return one.median() <= other.median() ? one : other;
    }
  }

  /** One round of one side. */
  private record Round(double perNano, double cpuPerOperation, double p99) {}

  Ratios run(Size size, Side cress, Side rival) throws Exception {
    return run(size, cress, Map.of("rival", rival)).values().iterator().next();
  }

  /** Compares with several rivals in the same rounds: A B C, C B A, A B C, … */
  Map<String, Ratios> run(Size size, Side cress, Map<String, Side> rivals) throws Exception {
    List<Side> sides = new ArrayList<>(rivals.values());
    sides.add(0, cress);
    warmUp(size, sides);
    Round[][] rounds = new Round[size.rounds()][sides.size()];
    for (int i = 0; i < rounds.length; i++) {
      for (int turn = 0; turn < sides.size(); turn++) {
        int side = i % 2 == 0 ? turn : sides.size() - 1 - turn;
        rounds[i][side] = round(size, sides.get(side));
      }
    }
    Map<String, Ratios> ratios = new LinkedHashMap<>();
    for (String rival : rivals.keySet()) {
      ratios.put(rival, ratios(rounds, ratios.size() + 1));
    }
    return ratios;
  }

  private static Ratios ratios(Round[][] rounds, int rival) {
    return new Ratios(
        spread(rounds, of -> of[0].perNano / of[rival].perNano),
        spread(rounds, of -> of[rival].cpuPerOperation / of[0].cpuPerOperation),
        spread(rounds, of -> of[rival].p99 / of[0].p99),
        spread(rounds, of -> of[0].cpuPerOperation));
  }

  private static Spread spread(Round[][] rounds, ToDoubleFunction<Round[]> number) {
    return Spread.of(Arrays.stream(rounds).mapToDouble(number).toArray());
  }

  /** In slices, so that no side is compiled for a world without the others. */
  private static void warmUp(Size size, List<Side> sides) throws Exception {
    Duration slice = size.warmUp().dividedBy(4);
    for (int i = 0; i < 4; i++) {
      for (Side side : sides) {
        side.before();
        side.work(slice);
        side.after();
      }
    }
  }

  private Round round(Size size, Side side) throws Exception {
    side.before();
    Round round = measured(size, side);
    side.after();
    return round;
  }

  private Round measured(Size size, Side side) throws Exception {
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
