package dev.cress.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.cress.hash.KeyHash;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class MaglevSelectorTest extends ConsistentSelectorContract {

  private static final int SLOTS = 65_537;

  @Override
  Selector selector() {
    return Selectors.maglev();
  }

  /** Five standard deviations of the sample for the smallest share tested, 1/15. */
  @Override
  double balanceTolerance() {
    return 0.06;
  }

  /** In these cases less than one key in a hundred moves without need. */
  @Override
  double excess() {
    return 0.01;
  }

  /** The slots of a node that leaves go to any other, not to the next in the table. */
  @Override
  double excessOfReplicaSets() {
    return 0.4;
  }

  @Test
  void nodesOfOneWeightDifferByOneSlot() {
    for (int size : new int[] {1, 2, 3, 10, 100, 655}) {
      int[] slots = slots(equalNodes(size), SLOTS);

      assertThat(Arrays.stream(slots).sum()).isEqualTo(SLOTS);
      assertThat(slots).containsOnly(distinct(SLOTS / size, (SLOTS + size - 1) / size));
    }
  }

  /** In each round the rounding may cost or give a node one slot, and the last round is cut. */
  @Test
  void slotsFollowFractionalWeights() {
    NodeSet nodes =
        NodeSet.parse("a=h:1, b=h:2;weight=0.3, c=h:3;weight=2.75, d=h:4;weight=1e-3, e=h:5");
    double total = 5.051;

    int[] slots = slots(nodes, SLOTS);

    for (int i = 0; i < slots.length; i++) {
      assertThat(slots[i] - SLOTS * nodes.get(i).weight() / total).isBetween(-2.0, 2.0);
    }
  }

  @Test
  void aNodeOfAnyWeightHoldsASlot() {
    for (String weights : List.of("1e-9 1 1", "1e-300 1e300", "4.9e-324 1", "1e-320 4.9e-324")) {
      int[] slots = slots(weighted(weights.split(" ")), SLOTS);

      assertThat(Arrays.stream(slots).sum()).isEqualTo(SLOTS);
      assertThat(Arrays.stream(slots).min().orElseThrow()).isPositive();
    }
    assertThat(slots(equalNodes(101), 101)).containsOnly(1);
  }

  /** All turns are listed with their times, sorted, and played. */
  @Test
  void theTableIsThatOfTheWrittenRule() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int round = 0; round < 50; round++) {
      String[] weights = new String[random.nextInt(1, 12)];
      Arrays.setAll(weights, i -> "" + random.nextInt(1, 9) / 4.0);

      assertThat(MaglevTable.fill(weighted(weights), 1_009))
          .as("weights %s, %s", List.of(weights), seed())
          .isEqualTo(byTheRule(weighted(weights), 1_009));
    }
  }

  @Test
  void theNumberOfSlotsIsPartOfTheIdAndChecked() {
    assertThat(selector()).isEqualTo(Selectors.maglev(SLOTS));
    assertThat(selector().id()).isEqualTo("maglev-1(slots=65537)");
    assertThat(Selectors.maglev(101).id()).isEqualTo("maglev-1(slots=101)");
    assertThat(Selectors.maglev(5_000_011).id()).isEqualTo("maglev-1(slots=5000011)");
    for (int slots : new int[] {-1, 0, 97, 65_536, 10_403, 5_000_077}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Selectors.maglev(slots))
          .withMessage("slots must be a prime between 101 and 5000011 but was " + slots);
    }
  }

  @Test
  void refusesMoreNodesThanSlots() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Selectors.maglev(101).place(equalNodes(102)))
        .withMessage("maglev-1(slots=101) must have at most 101 nodes but there were 102");
  }

  private static int[] byTheRule(NodeSet nodes, int size) {
    record Turn(int node, int number, double time) {}
    double greatest = nodes.nodes().stream().mapToDouble(Node::weight).max().orElseThrow();
    List<Turn> turns = new ArrayList<>();
    for (int node = 0; node < nodes.size(); node++) {
      for (int number = 0; number < size; number++) {
        double time = Math.ceil(number * greatest / nodes.get(node).weight());
        turns.add(new Turn(node, number, time));
      }
    }
    turns.sort(Comparator.comparingDouble(Turn::time).thenComparingInt(Turn::node));
    int[] table = new int[size];
    Arrays.fill(table, -1);
    for (Turn turn : turns.subList(0, size)) {
      int slot =
          preference(nodes.get(turn.node()).name(), size)
              .filter(s -> table[s] < 0)
              .findFirst()
              .orElseThrow();
      table[slot] = turn.node();
    }
    return table;
  }

  private static IntStream preference(String name, int size) {
    long hash = KeyHash.of(name.getBytes(StandardCharsets.UTF_8));
    long offset = Long.remainderUnsigned(hash, size);
    long skip = 1 + Long.remainderUnsigned(Rendezvous.mix(hash), size - 1);
    return IntStream.range(0, size).map(i -> (int) ((offset + i * skip) % size));
  }

  private static int[] slots(NodeSet nodes, int size) {
    int[] counts = new int[nodes.size()];
    for (int node : MaglevTable.fill(nodes, size)) {
      counts[node]++;
    }
    return counts;
  }

  private static int[] distinct(int... numbers) {
    return Arrays.stream(numbers).distinct().toArray();
  }

  private static NodeSet weighted(String[] weights) {
    return NodeSet.of(
        IntStream.range(0, weights.length)
            .mapToObj(i -> new Node("n" + i, "h", i + 1, Double.parseDouble(weights[i]), null))
            .toList());
  }
}
