package dev.cress.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/** What selectors promise that honour weights and move no more keys than they must. */
abstract class ConsistentSelectorContract extends SelectorContract {

  private static final NodeSet WEIGHTED =
      NodeSet.parse("a=h:1, b=h:2;weight=2, c=h:3;weight=0.5, d=h:4, e=h:5;weight=3.25");

  /** Keys that a node wins (its name) or loses when the nodes change, checked key by key. */
  private void assertMoves(NodeSet before, NodeSet after, String loser, String winner) {
    String[] old = ownerNames(selector().place(before));
    String[] now = ownerNames(selector().place(after));
    int moved = 0;
    for (int i = 0; i < old.length; i++) {
      if (!old[i].equals(now[i])) {
        moved++;
        assertThat(old[i].equals(loser) || now[i].equals(winner))
            .as("key %d moved from %s to %s, %s", i, old[i], now[i], seed())
            .isTrue();
      }
    }
    assertThat(moved).as("moved keys, %s", seed()).isPositive();
  }

  @Test
  void sharesFollowTheWeights() {
    assertBalanced(WEIGHTED);
    assertBalanced(NodeSet.parse("a=h:1;weight=0.25, b=h:2;weight=0.75, c=h:3"));
  }

  @Test
  void onlyKeysOfTheRemovedNodeMove() {
    for (Node node : WEIGHTED) {
      assertMoves(WEIGHTED, WEIGHTED.without(node.name()), node.name(), "");
    }
    assertMoves(equalNodes(10), equalNodes(10).without("node-4"), "node-4", "");
  }

  @Test
  void keysMoveOnlyToTheAddedNode() {
    assertMoves(WEIGHTED, WEIGHTED.with(Node.of("bb", "h", 9)), "", "bb");
    assertMoves(
        WEIGHTED, WEIGHTED.with(Node.builder("0").address("h", 9).weight(4).build()), "", "0");
    assertMoves(equalNodes(10), equalNodes(11), "", "node-10");
  }

  /** From equal to unequal weights the code takes another path: the same keys must stay. */
  @Test
  void keysMoveOnlyToOrFromTheReweightedNode() {
    Node heavier = Node.builder("node-1").address("h", 9).weight(1.5).build();
    Node lighter = Node.builder("node-1").address("h", 9).weight(0.5).build();

    assertMoves(equalNodes(4), equalNodes(4).with(heavier), "", "node-1");
    assertMoves(equalNodes(4), equalNodes(4).with(lighter), "node-1", "");
    assertMoves(equalNodes(4).with(lighter), equalNodes(4).with(heavier), "", "node-1");
  }

  @Test
  void aRenamedNodeIsAnOldOneThatLeavesAndANewOneThatJoins() {
    NodeSet after = equalNodes(5).without("node-2").with(Node.of("renamed", "10.0.0.3", 6379));

    assertMoves(equalNodes(5), after, "node-2", "renamed");
  }

  /** Weighted ketama moves 5 % of untouched keys in this case. */
  @Test
  void removingALightNodeBesideAHeavyOneLeavesTheOthersAlone() {
    NodeSet nodes = NodeSet.parse("a=h:1, b=h:2, c=h:3;weight=2");

    assertMoves(nodes, nodes.without("a"), "a", "");
    assertMoves(nodes, nodes.without("b"), "b", "");
  }

  /** Rings that name nodes by their place in a list move nearly all keys in this case. */
  @Test
  void removingTheFirstOfFiveMovesAFifth() {
    String[] old = ownerNames(selector().place(equalNodes(5)));
    String[] now = ownerNames(selector().place(equalNodes(5).without("node-0")));

    int moved = 0;
    for (int i = 0; i < old.length; i++) {
      moved += old[i].equals(now[i]) ? 0 : 1;
    }

    assertThat(moved).as(seed()).isCloseTo(KEYS / 5, within((int) (KEYS / 5 * balanceTolerance())));
  }

  /** A replica set changes by the node that left and the one that takes its place, no more. */
  @Test
  void aReplicaSetKeepsItsOtherNodesWhenOneLeaves() {
    Placement before = selector().place(WEIGHTED);
    Placement after = selector().place(WEIGHTED.without("b"));

    for (byte[] key : keys(SEED, 2_000)) {
      var expected = new ArrayList<>(before.replicas(key, 4));
      expected.removeIf(node -> node.name().equals("b"));

      assertThat(after.replicas(key, expected.size())).as(seed()).isEqualTo(expected);
    }
  }
}
