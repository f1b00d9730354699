package dev.cress.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What selectors promise that honour weights and move no more keys than they must. */
abstract class ConsistentSelectorContract extends SelectorContract {

  private static final NodeSet WEIGHTED =
      NodeSet.parse("a=h:1, b=h:2;weight=2, c=h:3;weight=0.5, d=h:4, e=h:5;weight=3.25");

  /** The share of all keys that may move without need. */
  double excess() {
    return 0;
  }

  /** The share of replica sets of four among five nodes that may change without need. */
  double excessOfReplicaSets() {
    return 0;
  }

  /** Keys that a node wins (its name) or loses when the nodes change, checked key by key. */
  private void assertMoves(NodeSet before, NodeSet after, String loser, String winner) {
    String[] old = ownerNames(selector().place(before));
    String[] now = ownerNames(selector().place(after));
    int moved = 0;
    List<String> needless = new ArrayList<>();
    for (int i = 0; i < old.length; i++) {
      if (!old[i].equals(now[i])) {
        moved++;
        if (!old[i].equals(loser) && !now[i].equals(winner)) {
          needless.add("key %d from %s to %s".formatted(i, old[i], now[i]));
        }
      }
    }
    assertThat(moved).as("moved keys, %s", seed()).isPositive();
    assertFew(needless, old.length, excess());
  }

  private static void assertFew(List<String> needless, int all, double excess) {
    assertThat((double) needless.size() / all)
        .as("share of needless moves, the first of %s, %s", needless.stream().findFirst(), seed())
        .isLessThanOrEqualTo(excess);
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

    double tolerance = balanceTolerance() / 5 + excess();
    assertThat((double) moved / KEYS).as(seed()).isCloseTo(0.2, within(tolerance));
  }

  /** A replica set changes by the node that left and the one that takes its place, no more. */
  @Test
  void aReplicaSetKeepsItsOtherNodesWhenOneLeaves() {
    Placement before = selector().place(WEIGHTED);
    Placement after = selector().place(WEIGHTED.without("b"));

    List<String> needless = new ArrayList<>();
    for (byte[] key : keys(SEED, 2_000)) {
      List<Node> old = before.replicas(key, 4);
      List<Node> expected = old.stream().filter(node -> !node.name().equals("b")).toList();
      List<Node> now = after.replicas(key, expected.size());
      if (!now.equals(expected)) {
        needless.add("%s to %s".formatted(old, now));
      }
    }

    assertFew(needless, 2_000, excessOfReplicaSets());
  }
}
