package dev.cress.benchmarks;

import dev.cress.hash.HashFunction;
import dev.cress.hash.HashFunctions;
import dev.cress.hash.HashTag;
import dev.cress.hash.KeyHash;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.selector.Placement;
import dev.cress.selector.Selector;
import dev.cress.selector.Selectors;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** One look-up of a key's owner, by selectors and their rivals; for JMH. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SelectorPaths {

  /** All ways by name. */
  static final Map<String, Function<NodeSet, LookUp>> WAYS =
      Map.ofEntries(
          Map.entry("floor", SelectorPaths::floor),
          Map.entry("rendezvous", nodes -> of(Selectors.rendezvous(), nodes)),
          Map.entry("weighted", nodes -> of(Selectors.rendezvous(), threeWeights(nodes))),
          Map.entry("naive", nodes -> new NaiveRendezvous(threeWeights(nodes))),
          Map.entry("table", nodes -> of(Selectors.rendezvousTable(), nodes)),
          Map.entry("ring", nodes -> of(Selectors.ring(), nodes)),
          Map.entry("maglev", nodes -> of(Selectors.maglev(), nodes)),
          Map.entry("jump", nodes -> of(Selectors.jump(), nodes)),
          Map.entry("jumpBack", nodes -> of(Selectors.jumpBack(), nodes)),
          Map.entry("ketama", nodes -> of(Selectors.preset("spymemcached-ketama"), nodes)),
          Map.entry("md5", nodes -> md5()),
          Map.entry("spymemcached", Rivals::spymemcached),
          Map.entry("evcache", Rivals::evcache),
          Map.entry("guava", Rivals::guava));

  private static final int WARM_UPS = 100_000;
  private static final int LONGEST = 40;

  /** The way. */
  @Param({"floor"})
  public String way = "";

  /** The number of nodes. */
  @Param({"10"})
  public int nodes;

  private LookUp lookUp = key -> key;
  private int next;

  /** JMH creates it. */
  public SelectorPaths() {}

  /** Builds what is looked up in. */
  @Setup(Level.Trial)
  public void build() {
    hashAllLengths();
    lookUp = Objects.requireNonNull(WAYS.get(way), way).apply(nodeSet(nodes));
  }

  /* A hash function is compiled for the lengths it has met: here as in an application, all of them,
   * whatever else a way hashes while it is built. */
  private static void hashAllLengths() {
    long sum = 0;
    for (int i = 0; i < WARM_UPS; i++) {
      byte[] text = new byte[i % LONGEST];
      Arrays.fill(text, (byte) i);
      sum += KeyHash.of(text);
    }
    if (sum == 0) {
      throw new IllegalStateException("no hash");
    }
  }

  /**
   * Finds the owner of the next key.
   *
   * @return a number that depends on it
   */
  @Benchmark
  public int lookUp() {
    return lookUp.owner(next++ & (SelectorKeys.COUNT - 1));
  }

  static NodeSet nodeSet(int size) {
    return NodeSet.of(
        IntStream.range(0, size)
            .mapToObj(i -> Node.of("cache-" + i, "10.0." + i / 250 + "." + (i % 250 + 1), 11211))
            .toList());
  }

  private static NodeSet threeWeights(NodeSet nodes) {
    return NodeSet.of(
        IntStream.range(0, nodes.size())
            .mapToObj(
                i -> {
                  Node node = nodes.get(i);
                  return Node.builder(node.name())
                      .address(node.host(), node.port())
                      .weight(1 + i % 3)
                      .build();
                })
            .toList());
  }

  private static LookUp of(Selector selector, NodeSet nodes) {
    Placement placement = selector.place(nodes, HashTag.NONE);
    byte[][] keys = SelectorKeys.bytes();
    return key -> placement.ownerIndex(keys[key], 0, keys[key].length);
  }

  /** The least that hashing a key and choosing a node can cost. */
  private static LookUp floor(NodeSet nodes) {
    byte[][] keys = SelectorKeys.bytes();
    int size = nodes.size();
    return key -> (int) Long.remainderUnsigned(KeyHash.of(keys[key]), size);
  }

  private static LookUp md5() {
    byte[][] keys = SelectorKeys.bytes();
    HashFunction md5 = HashFunctions.md5();
    return key -> (int) md5.of(keys[key], 0, keys[key].length);
  }
}
