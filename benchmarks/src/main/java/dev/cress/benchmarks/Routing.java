package dev.cress.benchmarks;

import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * What does routing add to a command with one key, from the command to the writer of its node's
 * connection, the key's encoding included? By JMH. {@code bin/bench routing}
 *
 * <p>The ratio is a target of 60 ns over the CPU time of a command: one thread does all the work
 * and never waits, and CPU time does not grow with what else the machine does.
 */
final class Routing implements Benchmark {

  private static final double TARGET_NANOS = 60;
  private static final String ALLOCATED = "gc.alloc.rate.norm";

  @Override
  public Result run(Size size) throws Exception {
    Map<String, RunResult> paths =
        new Runner(options(size))
            .run().stream()
                .collect(
                    Collectors.toMap(
                        result -> result.getPrimaryResult().getLabel(), result -> result));
    Spread steady = nanos(paths, "steady");
    Spread ratio =
        new Spread(
            TARGET_NANOS / steady.high(),
            TARGET_NANOS / steady.median(),
            TARGET_NANOS / steady.low());
    return new Result("routing", ratio, ratio.median())
        .with("nsPerCommand", steady.median())
        .with("nsKeyEncoding", nanos(paths, "encodeKey").median())
        .with("bytesPerCommand", bytes(paths, "steady"))
        .with("bytesKeyEncoding", bytes(paths, "encodeKey"))
        .with("hotKeysNsPerCommand", nanos(paths, "sampled").median())
        .with("hotKeysBytesPerCommand", bytes(paths, "sampled"))
        .with("settledNsPerCommand", nanos(paths, "settled").median())
        .with("settledBytesPerCommand", bytes(paths, "settled"))
        .with("settledRatio", steady.median() / nanos(paths, "settled").median());
  }

  private static Options options(Size size) {
    return new OptionsBuilder()
        .include(RoutingPaths.class.getName().replace(".", "\\."))
        .forks(size.forks())
        .warmupIterations(4)
        .warmupTime(TimeValue.nanoseconds(size.warmUp().toNanos() / 4))
        .measurementIterations(size.rounds())
        .measurementTime(TimeValue.nanoseconds(size.round().toNanos()))
        .timeUnit(TimeUnit.NANOSECONDS)
        .addProfiler(GCProfiler.class)
        .addProfiler(CpuTime.class)
        .verbosity(VerboseMode.SILENT)
        .shouldFailOnError(true)
        .build();
  }

  private static Spread nanos(Map<String, RunResult> paths, String path) {
    Collection<IterationResult> iterations =
        of(paths, path).getAggregatedResult().getIterationResults();
    return Spread.of(
        iterations.stream()
            .mapToDouble(one -> secondary(one.getSecondaryResults(), CpuTime.NANOS))
            .toArray());
  }

  private static double bytes(Map<String, RunResult> paths, String path) {
    return secondary(of(paths, path).getSecondaryResults(), ALLOCATED);
  }

  @SuppressWarnings("rawtypes") // JMH's own signature.
  private static double secondary(Map<String, org.openjdk.jmh.results.Result> all, String label) {
    return Objects.requireNonNull(all.get(label), label).getScore();
  }

  private static RunResult of(Map<String, RunResult> paths, String path) {
    RunResult result = paths.get(path);
    if (result == null) {
      throw new IllegalStateException(
          "JMH gave no result of " + path + " but of " + paths.keySet());
    }
    return result;
  }
}
