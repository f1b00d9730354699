package dev.cress.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What selectors promise that number the nodes and move few keys only at the end of the order. */
abstract class JumpContract extends SelectorContract {

  private static final Node LAST = Node.of("node-a", "h", 9);

  /** Five standard deviations of the sample. */
  @Override
  double balanceTolerance() {
    return 0.05;
  }

  @Test
  void aNodeAtTheEndTakesItsShareAndNoOtherKeyMoves() {
    String[] ten = ownerNames(selector().place(equalNodes(10)));
    String[] eleven = ownerNames(selector().place(equalNodes(10).with(LAST)));

    int moved = 0;
    for (int i = 0; i < KEYS; i++) {
      if (!ten[i].equals(eleven[i])) {
        moved++;
        assertThat(eleven[i]).as("new owner of key %d, %s", i, seed()).isEqualTo(LAST.name());
      }
    }

    assertThat((double) moved / KEYS).as(seed()).isCloseTo(1.0 / 11, within(0.005));
  }

  /**
   * Nodes after the removed one change their numbers: of nine nodes only the first keeps its own.
   */
  @Test
  void aNodeThatLeavesElsewhereMovesManyMoreKeys() {
    String[] ten = ownerNames(selector().place(equalNodes(10)));
    String[] nine = ownerNames(selector().place(equalNodes(10).without("node-1")));

    int moved = 0;
    for (int i = 0; i < KEYS; i++) {
      moved += ten[i].equals(nine[i]) ? 0 : 1;
    }

    assertThat((double) moved / KEYS).as(seed()).isGreaterThan(0.5);
  }

  @Test
  void aNodeAtTheEndLeavesAloneTheReplicaSetsThatItDoesNotJoin() {
    Placement before = selector().place(equalNodes(10));
    Placement after = selector().place(equalNodes(10).with(LAST));
    int joined = 0;

    for (byte[] key : keys(SEED, 5_000)) {
      List<Node> now = after.replicas(key, 3);
      if (now.contains(LAST)) {
        joined++;
      } else {
        assertThat(now).as(seed()).isEqualTo(before.replicas(key, 3));
      }
    }

    assertThat(joined / 5_000.0).as(seed()).isCloseTo(3.0 / 11, within(0.035));
  }

  /** Were it the next node in the order, each node would be second to one other alone. */
  @Test
  void theSecondNodesOfAnOwnersKeysAreSpread() {
    Placement placement = selector().place(equalNodes(10));
    int[] counts = new int[10];
    int keys = 0;
    for (byte[] key : keys(SEED, 40_000)) {
      List<Node> replicas = placement.replicas(key, 2);
      if (replicas.get(0).name().equals("node-3")) {
        keys++;
        counts[placement.nodes().nodes().indexOf(replicas.get(1))]++;
      }
    }

    assertThat(counts[3]).isZero();
    for (int i = 0; i < counts.length; i++) {
      if (i != 3) {
        assertThat(counts[i] * 9.0 / keys).as("node %d, %s", i, seed()).isCloseTo(1, within(0.25));
      }
    }
  }

  @Test
  void refusesDifferentWeights() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> selector().place(NodeSet.parse("a=h:1, b=h:2;weight=2")))
        .withMessage("weights must be equal for %s but were 1.0 and 2.0", selector().id());
    assertThat(selector().place(NodeSet.parse("a=h:1;weight=2, b=h:2;weight=2")).nodes())
        .hasSize(2);
  }
}
