package dev.cress.benchmarks;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the same work on 3 nodes and on 1 says about Cress and its rivals. Immutable.
 *
 * @param three by rival, on 3 nodes
 * @param one by rival, on 1 node
 */
record MemcachedRatios(Map<String, Comparison.Ratios> three, Map<String, Comparison.Ratios> one) {

  /** Makes the side of a client, from what it works on and the client itself. */
  @FunctionalInterface
  interface Work<C> {
    Side of(MemcachedBed bed, C client);
  }

  /**
   * Measures: Cress and its rivals take turns.
   *
   * @param kind rivals of another kind are left out
   */
  static <C extends Cache> MemcachedRatios measure(Size size, Class<C> kind, Work<C> work)
      throws Exception {
    return new MemcachedRatios(onNodes(3, size, kind, work), onNodes(1, size, kind, work));
  }

  private static <C extends Cache> Map<String, Comparison.Ratios> onNodes(
      int nodes, Size size, Class<C> kind, Work<C> work) throws Exception {
    try (MemcachedBed bed = new MemcachedBed(nodes)) {
      Map<String, Side> rivals = new LinkedHashMap<>();
      bed.rivals()
          .forEach(
              (name, rival) -> {
                if (kind.isInstance(rival)) {
                  rivals.put(name, work.of(bed, kind.cast(rival)));
                }
              });
      return new Comparison().run(size, work.of(bed, kind.cast(bed.cress())), rivals);
    }
  }

  /** Against spymemcached on 3 nodes, which counts most. */
  Comparison.Ratios main() {
    return ratios(three, MemcachedBed.SPYMEMCACHED);
  }

  private static Comparison.Ratios ratios(Map<String, Comparison.Ratios> all, String rival) {
    Comparison.Ratios ratios = all.get(rival);
    if (ratios == null) {
      throw new IllegalArgumentException("there is no rival " + rival);
    }
    return ratios;
  }

  /** Number by number the one in which Cress does worse. */
  MemcachedRatios worse(MemcachedRatios other) {
    return new MemcachedRatios(worse(three, other.three), worse(one, other.one));
  }

  private static Map<String, Comparison.Ratios> worse(
      Map<String, Comparison.Ratios> some, Map<String, Comparison.Ratios> others) {
    Map<String, Comparison.Ratios> worse = new LinkedHashMap<>();
    some.forEach((rival, ratios) -> worse.put(rival, ratios.worse(ratios(others, rival))));
    return worse;
  }

  /** All numbers under a benchmark's name. */
  Result result(String name) {
    Result result =
        new Result(name, main().throughput(), main().cpu().median())
            .with("p99Ratio", main().p99().median())
            .with("cpuNsPerCommand", main().cressNanos().median());
    three.forEach((rival, ratios) -> result.with(rival + 3, ratios));
    one.forEach((rival, ratios) -> result.with(rival + 1, ratios));
    return result;
  }
}
