package dev.cress.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.cress.hash.HashTag;
import dev.cress.hash.KeyHash;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class RendezvousTableSelectorTest extends ConsistentSelectorContract {

  private static final NodeSet WEIGHTED =
      NodeSet.parse("a=h:1;zone=x, b=h:2;weight=2;zone=x, c=h:3;weight=0.5;zone=y, d=h:4");

  @Override
  Selector selector() {
    return Selectors.rendezvousTable();
  }

  /**
   * Five standard deviations for the smallest share tested, 1/15: slots and keys vary by 1.6 % and
   * 1.3 %.
   */
  @Override
  double balanceTolerance() {
    return 0.1;
  }

  @Test
  void aSlotOrdersTheNodesAsAKeyWouldByRendezvous() {
    for (NodeSet nodes : new NodeSet[] {equalNodes(10), WEIGHTED}) {
      Placement table = selector().place(nodes, HashTag.NONE);
      Placement rendezvous = Selectors.rendezvous().place(nodes, HashTag.NONE);

      for (byte[] key : keys(SEED, 2_000)) {
        int slot = (int) (KeyHash.of(key) >>> 48);
        byte[] number = ByteBuffer.allocate(4).putInt(slot).array();

        assertThat(table.owner(key)).as(seed()).isEqualTo(rendezvous.owner(number));
        assertThat(table.replicas(key, nodes.size()))
            .as(seed())
            .isEqualTo(rendezvous.replicas(number, nodes.size()));
      }
    }
  }

  /** The shares of all slots, without the noise of a sample of keys: five standard deviations. */
  @Test
  void aNodeHoldsItsShareOfTheSlots() {
    HashedPlacement table = (HashedPlacement) Selectors.rendezvousTable(20).place(WEIGHTED);
    int[] slots = new int[4];
    for (long slot = 0; slot < 1 << 20; slot++) {
      slots[table.ownerIndex(slot << 44)]++;
    }

    for (int i = 0; i < slots.length; i++) {
      double share = WEIGHTED.get(i).weight() / 4.5;
      double deviation = Math.sqrt((1 << 20) * share * (1 - share));
      assertThat(slots[i] - (1 << 20) * share)
          .as("slots of %s", WEIGHTED.get(i))
          .isBetween(-5 * deviation, 5 * deviation);
    }
  }

  @Test
  void theNumberOfSlotsIsPartOfTheIdAndChecked() {
    assertThat(Selectors.rendezvousTable()).isEqualTo(Selectors.rendezvousTable(16));
    assertThat(selector().id()).isEqualTo("rendezvous-table-1(slots=65536)");
    assertThat(Selectors.rendezvousTable(20).id()).isEqualTo("rendezvous-table-1(slots=1048576)");
    assertThat(Selectors.rendezvousTable(10).place(WEIGHTED).fingerprint())
        .isNotEqualTo(selector().place(WEIGHTED).fingerprint());
    for (int log2Slots : new int[] {-1, 9, 25, 65_536}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Selectors.rendezvousTable(log2Slots))
          .withMessage("log2Slots must be between 10 and 24 but was " + log2Slots);
    }
  }

  @Test
  void refusesMoreNodesThanSlots() {
    Selector small = Selectors.rendezvousTable(10);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> small.place(equalNodes(1_025)))
        .withMessage(
            "rendezvous-table-1(slots=1024) must have at most 1024 nodes but there were 1025");
    assertThat(small.place(equalNodes(1_024)).nodes()).hasSize(1_024);
  }

  /** A table is filled by the loop without logarithm or by the one with it, to the same owners. */
  @Test
  void aThousandNodesShareTheTable() {
    NodeSet nodes =
        NodeSet.of(
            IntStream.range(0, 1_000)
                .mapToObj(i -> new Node("n" + i, "h", i + 1, 1 + i % 7 / 4.0, null))
                .toList());

    int[] owners = owners(selector().place(nodes));

    assertThat(Arrays.stream(owners).distinct().count()).isGreaterThan(990);
  }
}
