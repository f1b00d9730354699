package dev.cress.benchmarks;

import com.sun.management.ThreadMXBean;
import dev.cress.node.NodeSet;
import dev.cress.selector.Selector;
import dev.cress.selector.Selectors;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * What does one look-up cost, and what do others need for it? By JMH, all in one run, each in a JVM
 * of its own. {@code bin/bench selectors}
 *
 * <p>The ratio is that of the KetamaNodeLocator of spymemcached to our ring of the same points, on
 * 10 nodes: both give every key to the same node.
 */
final class SelectorLookUps implements Benchmark {

  private static final String ALLOCATED = "gc.alloc.rate.norm";
  private static final String[] SIZES = {"3", "10", "100", "1000"};
  private static final String[] RIVALS = {"naive", "spymemcached", "evcache", "guava"};
  private static final int MANY_NODES = 10_000;
  private static final double MIB = 1 << 20;

  private Map<String, RunResult> results = Map.of();

  @Override
  public Result run(Size size) throws Exception {
    results = new TreeMap<>();
    for (RunResult result : new Runner(options(size)).run()) {
      String way = result.getParams().getParam("way") + result.getParams().getParam("nodes");
      results.put(way, result);
    }
    Spread ratio = ratio("spymemcached10", "ketama10");
    Result result = new Result("selectors", ratio, ratio.median());
    addTargets(result);
    addBuilds(result);
    results.keySet().forEach(way -> result.with(way + "Ns", nanos(way).median()));
    return result;
  }

  private void addTargets(Result result) {
    double worstTable =
        IntStream.range(0, SIZES.length)
            .mapToDouble(i -> ratio("floor" + SIZES[i], "table" + SIZES[i]).median())
            .min()
            .orElseThrow();
    result
        .with("tableToFloorWorstRatio", worstTable)
        .with("tableToSpymemcached10Ratio", ratio("spymemcached10", "table10").median())
        .with("tableToSpymemcached1000Ratio", ratio("spymemcached1000", "table1000").median())
        .with("tableToGuava10Ratio", ratio("guava10", "table10").median())
        .with("rendezvousToFloor10Ratio", ratio("floor10", "rendezvous10").median())
        .with(
            "rendezvousNsPerFurtherNode",
            (nanos("rendezvous1000").median() - nanos("rendezvous10").median()) / 990)
        .with("weightedToNaive10Ratio", ratio("naive10", "weighted10").median())
        .with("weightedToNaive1000Ratio", ratio("naive1000", "weighted1000").median())
        .with("ringToFloor100Ratio", ratio("floor100", "ring100").median())
        .with("ketamaToMd5Ratio", ratio("md510", "ketama10").median())
        .with("ketamaToEvcache10Ratio", ratio("evcache10", "ketama10").median())
        .with("bytesPerLookUpWorst", mostBytes());
  }

  private static void addBuilds(Result result) {
    NodeSet many = SelectorPaths.nodeSet(MANY_NODES);
    Build ring = Build.of(Selectors.ring(), many);
    Build rendezvous = Build.of(Selectors.rendezvous(), many);
    result
        .with("ring10000BuildMs", ring.millis)
        .with("ring10000BuildMiB", ring.bytes / MIB)
        .with("rendezvous10000BuildMs", rendezvous.millis);
  }

  /** The fastest of the builds of a placement in two seconds, and what it allocated. */
  private record Build(double millis, double bytes) {

    static Build of(Selector selector, NodeSet nodes) {
      ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
      double millis = Double.MAX_VALUE;
      double bytes = Double.MAX_VALUE;
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
      while (System.nanoTime() < end) {
        long allocated = threads.getCurrentThreadAllocatedBytes();
        long start = System.nanoTime();
        if (selector.place(nodes).nodes().isEmpty()) {
          throw new IllegalStateException("no nodes");
        }
        millis = Math.min(millis, (System.nanoTime() - start) / 1e6);
        bytes = Math.min(bytes, (double) (threads.getCurrentThreadAllocatedBytes() - allocated));
      }
      return new Build(millis, bytes);
    }
  }

  private static Options options(Size size) {
    return new OptionsBuilder()
        .include(SelectorPaths.class.getName().replace(".", "\\."))
        .param("way", SelectorPaths.WAYS.keySet().stream().sorted().toArray(String[]::new))
        .param("nodes", SIZES)
        .forks(size.forks())
        .warmupIterations(2)
        .warmupTime(TimeValue.nanoseconds(size.warmUp().toNanos() / 5))
        .measurementIterations(Math.max(1, size.rounds() / 3))
        .measurementTime(TimeValue.nanoseconds(size.round().toNanos() / 2))
        .timeUnit(TimeUnit.NANOSECONDS)
        .addProfiler(GCProfiler.class)
        .addProfiler(CpuTime.class)
        .jvmArgsAppend("-Dorg.slf4j.simpleLogger.defaultLogLevel=error")
        .verbosity(VerboseMode.SILENT)
        .shouldFailOnError(true)
        .build();
  }

  /** Rival over ours: medians, and quartiles that are as far apart as they can be. */
  private Spread ratio(String rival, String ours) {
    Spread theirs = nanos(rival);
    Spread own = nanos(ours);
    return new Spread(
        theirs.low() / own.high(), theirs.median() / own.median(), theirs.high() / own.low());
  }

  private Spread nanos(String way) {
    Collection<IterationResult> iterations =
        Objects.requireNonNull(results.get(way), way).getAggregatedResult().getIterationResults();
    return Spread.of(
        iterations.stream()
            .mapToDouble(one -> score(one.getSecondaryResults(), CpuTime.NANOS))
            .toArray());
  }

  private double mostBytes() {
    return results.entrySet().stream()
        .filter(result -> !isRival(result.getKey()))
        .mapToDouble(result -> score(result.getValue().getSecondaryResults(), ALLOCATED))
        .max()
        .orElseThrow();
  }

  private static boolean isRival(String way) {
    for (String rival : RIVALS) {
      if (way.startsWith(rival)) {
        return true;
      }
    }
    return false;
  }

  @SuppressWarnings("rawtypes") // JMH's own signature.
  private static double score(Map<String, org.openjdk.jmh.results.Result> all, String label) {
    return Objects.requireNonNull(all.get(label), label).getScore();
  }
}
