package dev.cress.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BoundedLoadTest {

  private static final int KEYS = 100_000;
  private static final NodeSet WEIGHTED =
      NodeSet.parse("a=h:1, b=h:2;weight=2, c=h:3;weight=0.5, d=h:4, e=h:5;weight=3.25");
  private static final NodeSet FIVE = SelectorContract.equalNodes(5);

  private final Map<Node, Long> loads = new HashMap<>();

  private long load(Node node) {
    return loads.getOrDefault(node, 0L);
  }

  /** Rings of so few points are uneven: it is the bound that evens the loads out. */
  @ParameterizedTest
  @ValueSource(doubles = {1.25, 1.05, 1.001})
  void noNodeGetsBeyondItsBound(double factor) {
    for (NodeSet nodes : List.of(WEIGHTED, SelectorContract.equalNodes(10))) {
      Placement ring = Selectors.ring(1).place(nodes);
      BoundedLoad bounded = BoundedLoad.of(ring, factor);

      assertThat(most(nodes, ring::owner, 1.25)).isPositive();
      assertThat(most(nodes, key -> bounded.owner(key, this::load), factor)).isNotPositive();
    }
  }

  /** Returns by how much the fullest node exceeds the factor times its due after all keys. */
  private double most(NodeSet nodes, Function<byte[], Node> choice, double factor) {
    loads.clear();
    for (byte[] key : SelectorContract.keys(SelectorContract.SEED, KEYS)) {
      loads.merge(choice.apply(key), 1L, Long::sum);
    }
    double total = nodes.nodes().stream().mapToDouble(Node::weight).sum();
    return nodes.nodes().stream()
        .mapToDouble(node -> load(node) - Math.ceil(factor * KEYS * node.weight() / total))
        .max()
        .orElseThrow();
  }

  @Test
  void withEqualLoadsTheOwnerComesFirst() {
    Placement placement = Selectors.rendezvous().place(FIVE);
    BoundedLoad bounded = BoundedLoad.of(placement);

    for (byte[] key : SelectorContract.keys(SelectorContract.SEED, 1_000)) {
      for (long load : new long[] {0, 1, 1_000, Long.MAX_VALUE}) {
        assertThat(bounded.owner(key, node -> load)).isEqualTo(placement.owner(key));
      }
    }
  }

  @Test
  void keysOfFullNodesSpillInTheirOwnOrder() {
    Placement placement = Selectors.rendezvous().place(FIVE);
    BoundedLoad bounded = BoundedLoad.of(placement, 1.2);

    for (byte[] key : SelectorContract.keys(SelectorContract.SEED, 1_000)) {
      List<Node> order = placement.replicas(key, 5);
      for (int full = 0; full < 5; full++) {
        Set<Node> busy = Set.copyOf(order.subList(0, full));

        assertThat(bounded.owner(key, node -> busy.contains(node) ? 1_000_000 : 0))
            .as("node of a key when its first %d nodes are full", full)
            .isEqualTo(order.get(full));
      }
    }
  }

  /** The mean of 8 + 1 units on three nodes is 3, so the capacity is ceil(1.25 * 3) = 4. */
  @Test
  void aNodeIsFullWhenItHasReachedItsCapacity() {
    Placement placement = Selectors.rendezvous().place(SelectorContract.equalNodes(3));
    BoundedLoad bounded = BoundedLoad.of(placement);
    byte[] key = SelectorContract.bytes("user:42");
    Node owner = placement.owner(key);
    Node second = placement.replicas(key, 2).get(1);

    assertThat(bounded.owner(key, node -> node.equals(owner) ? 3 : 2)).isEqualTo(owner);
    assertThat(bounded.owner(key, node -> node.equals(owner) ? 4 : 2)).isEqualTo(second);
  }

  @Test
  void weightsOfAnySizeMakeCapacities() {
    NodeSet huge = NodeSet.parse("a=h:1;weight=1e308, b=h:2;weight=1e308");
    NodeSet tiny = NodeSet.parse("a=h:1;weight=4.9e-324, b=h:2;weight=4.9e-324");

    for (NodeSet nodes : List.of(huge, tiny)) {
      BoundedLoad bounded = BoundedLoad.of(Selectors.modulo().place(nodes));
      assertThat(bounded.owner(new byte[0], node -> node.name().equals("a") ? 9 : 0).name())
          .isEqualTo("b");
      assertThat(bounded.owner(new byte[0], node -> node.name().equals("a") ? 0 : 9).name())
          .isEqualTo("a");
    }
  }

  @Test
  void refusesFactorsAndLoadsThatMakeNoSense() {
    Placement placement = Selectors.rendezvous().place(FIVE);
    for (double factor : new double[] {1, 0, -2, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> BoundedLoad.of(placement, factor))
          .withMessage("factor must be greater than 1 and finite but was " + factor);
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BoundedLoad.of(placement).owner(new byte[0], node -> -1))
        .withMessage("load of node node-0 must be 0 or more but was -1");
  }
}
