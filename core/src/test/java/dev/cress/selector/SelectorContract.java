package dev.cress.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.cress.hash.HashTag;
import dev.cress.node.NoNodesException;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every selector promises. */
abstract class SelectorContract {

  static final long SEED = 20_261_130;
  static final int KEYS = 100_000;

  private static final byte[][] SAMPLE = keys(SEED, KEYS);

  /** A new selector under test. */
  abstract Selector selector();

  /**
   * How far a node's share may be off, relative to its due. 100,000 keys on up to 10 nodes vary by
   * 1 % (one standard deviation) from sampling alone.
   */
  abstract double balanceTolerance();

  @Test
  void everyKeyHasTheSameOwnerEachTime() {
    NodeSet nodes = equalNodes(5);

    int[] owners = owners(selector().place(nodes));

    assertThat(owners(selector().place(nodes))).as(seed()).isEqualTo(owners);
    assertThat(selector()).isEqualTo(selector()).hasSameHashCodeAs(selector());
    assertThat(selector()).hasToString(selector().id());
  }

  @Test
  void theOrderInWhichNodesAreListedDoesNotMatter() {
    NodeSet nodes = equalNodes(10);
    Placement placement = selector().place(nodes);
    List<Node> shuffled = new ArrayList<>(nodes.nodes());

    Collections.shuffle(shuffled, new Random(SEED));
    Placement other = selector().place(NodeSet.of(shuffled));

    assertThat(owners(other)).as(seed()).isEqualTo(owners(placement));
    assertThat(other.fingerprint()).isEqualTo(placement.fingerprint());
  }

  @Test
  void aNewAddressMovesNoKey() {
    NodeSet nodes = equalNodes(3);
    Placement before = selector().place(nodes);

    Placement after = selector().place(nodes.with(Node.of("node-1", "10.9.9.9", 7)));

    assertThat(owners(after)).as(seed()).isEqualTo(owners(before));
    assertThat(after.fingerprint()).isEqualTo(before.fingerprint());
    assertThat(after.nodes().find("node-1").orElseThrow().host()).isEqualTo("10.9.9.9");
  }

  @Test
  void equalNodesHoldEqualShares() {
    for (int size : new int[] {1, 2, 3, 10}) {
      assertBalanced(equalNodes(size));
    }
  }

  @Test
  void oneNodeOwnsEverything() {
    Placement placement = selector().place(NodeSet.of(Node.of("only", "h", 1)));

    assertThat(owners(placement)).containsOnly(0);
    assertThat(placement.replicas(bytes("k"), 1)).containsExactly(placement.nodes().get(0));
  }

  @Test
  void aPartOfAnArrayIsAKeyLikeAnyOther() {
    Placement placement = selector().place(equalNodes(7));
    SplittableRandom random = new SplittableRandom(SEED);

    for (int i = 0; i < 2_000; i++) {
      byte[] array = new byte[random.nextInt(1, 300)];
      random.nextBytes(array);
      int from = random.nextInt(array.length);
      int to = random.nextInt(from, array.length + 1);

      int index = placement.ownerIndex(array, from, to);

      byte[] key = Arrays.copyOfRange(array, from, to);
      assertThat(placement.owner(key)).as(seed()).isEqualTo(placement.nodes().get(index));
    }
  }

  @Test
  void aRangeOutsideOfTheArrayIsRefused() {
    Placement placement = selector().place(equalNodes(3), HashTag.NONE);

    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> placement.ownerIndex(new byte[4], 2, 5));
  }

  @Test
  void aLookUpAllocatesNothing() {
    Placement placement = selector().place(equalNodes(10));
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    byte[] key = bytes("user:42");
    int sum = 0;
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < KEYS; i++) {
      key[i % key.length]++;
      sum += placement.ownerIndex(key, 0, key.length);
    }
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;

    assertThat(sum).isPositive();
    assertThat(allocated).as("bytes of %d look-ups", KEYS).isLessThan(KEYS);
  }

  @Test
  void keysWithOneHashTagShareAnOwnerByDefault() {
    Placement placement = selector().place(equalNodes(10));
    Placement wholeKeys = selector().place(equalNodes(10), HashTag.NONE);
    Node owner = placement.owner(bytes("user:42"));

    List<byte[]> keys = IntStream.range(0, 100).mapToObj(i -> bytes("{user:42}:" + i)).toList();

    assertThat(keys).extracting(placement::owner).containsOnly(owner);
    assertThat(new HashSet<>(keys.stream().map(wholeKeys::owner).toList())).hasSizeGreaterThan(5);
  }

  @Test
  void replicasAreDistinctAndTheOwnerComesFirst() {
    Placement placement = selector().place(equalNodes(6));

    for (byte[] key : keys(SEED, 1_000)) {
      List<Node> all = placement.replicas(key, 6);

      assertThat(all)
          .as(seed())
          .doesNotHaveDuplicates()
          .hasSize(6)
          .startsWith(placement.owner(key));
      for (int n = 1; n < 6; n++) {
        assertThat(placement.replicas(key, n)).as(seed()).isEqualTo(all.subList(0, n));
      }
    }
  }

  @Test
  void replicasUseEveryZoneBeforeOneTwice() {
    NodeSet nodes =
        NodeSet.parse(
            "a=h:1;zone=x, b=h:2;zone=x, c=h:3;zone=x, d=h:4;zone=y, e=h:5;zone=y, f=h:6");
    Placement placement = selector().place(nodes);

    for (byte[] key : keys(SEED, 1_000)) {
      List<String> zones = placement.replicas(key, 6).stream().map(n -> "" + n.zone()).toList();

      assertThat(zones.subList(0, 3)).as(seed()).containsExactlyInAnyOrder("x", "y", "null");
      assertThat(zones.subList(3, 5)).as(seed()).containsExactlyInAnyOrder("x", "y");
      assertThat(placement.replicas(key, 1)).containsExactly(placement.owner(key));
    }
  }

  @Test
  void aReplicaSetHasFromOneToAllNodes() {
    Placement placement = selector().place(equalNodes(3));

    for (int n : new int[] {-1, 0, 4}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> placement.replicas(bytes("k"), n))
          .withMessage("n must be between 1 and the number of nodes, 3, but was " + n);
    }
  }

  @Test
  void withoutNodesThereIsNoPlacement() {
    assertThatExceptionOfType(NoNodesException.class)
        .isThrownBy(() -> selector().place(NodeSet.of()))
        .withMessageContaining(selector().id());
  }

  @Test
  void theFingerprintTellsInputsApart() {
    List<NodeSet> inputs =
        List.of(
            NodeSet.parse("a=h:1"),
            NodeSet.parse("b=h:1"),
            NodeSet.parse("a=h:1;weight=2"),
            NodeSet.parse("a=h:1;zone=z"),
            NodeSet.parse("a=h:1;zone=y"),
            NodeSet.parse("a=h:1, b=h:2"),
            NodeSet.parse("ab=h:1"),
            NodeSet.parse("a=h:1;zone=z, b=h:2"),
            NodeSet.parse("a=h:1, b=h:2;zone=z"));

    List<Long> fingerprints = new ArrayList<>();
    for (NodeSet nodes : inputs) {
      for (HashTag hashTag : HashTag.values()) {
        fingerprints.add(selector().place(nodes, hashTag).fingerprint());
      }
    }

    assertThat(fingerprints).doesNotHaveDuplicates();
  }

  final void assertBalanced(NodeSet nodes) {
    int[] counts = new int[nodes.size()];
    for (int owner : owners(selector().place(nodes))) {
      counts[owner]++;
    }
    double total = nodes.nodes().stream().mapToDouble(Node::weight).sum();
    for (int i = 0; i < counts.length; i++) {
      double due = KEYS * nodes.get(i).weight() / total;
      assertThat((double) counts[i])
          .as("keys of %s in [%s], %s", nodes.get(i).name(), nodes, seed())
          .isCloseTo(due, within(due * balanceTolerance()));
    }
  }

  /** Returns {@code node-0}, {@code node-1}, …, all of weight 1. */
  static NodeSet equalNodes(int size) {
    return NodeSet.of(
        IntStream.range(0, size)
            .mapToObj(i -> Node.of("node-" + i, "10.0.0." + (i + 1), 6379))
            .toList());
  }

  static int[] owners(Placement placement) {
    return Arrays.stream(SAMPLE).mapToInt(k -> placement.ownerIndex(k, 0, k.length)).toArray();
  }

  static String[] ownerNames(Placement placement) {
    return Arrays.stream(SAMPLE).map(k -> placement.owner(k).name()).toArray(String[]::new);
  }

  /** Half of the keys look like those of people, half are bytes of any value. */
  static byte[][] keys(long seed, int count) {
    SplittableRandom random = new SplittableRandom(seed);
    byte[][] keys = new byte[count][];
    for (int i = 0; i < count; i++) {
      keys[i] = bytes("user:" + i + ":profile");
      if (i % 2 == 1) {
        keys[i] = new byte[random.nextInt(4, 40)];
        random.nextBytes(keys[i]);
      }
    }
    return keys;
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static String seed() {
    return "seed " + SEED;
  }
}
