package dev.cress.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.cress.hash.HashFunctions;
import dev.cress.hash.HashTag;
import dev.cress.hash.KeyHash;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class SlotTableTest {

  private static final NodeSet THREE = NodeSet.parse("a=h:1, b=h:2, c=h:3");

  @Test
  void theTopBitsOfAHashAreItsSlot() {
    SlotTable table = SlotTable.byTopBits(new int[] {7, 8, 9, 65_535});

    assertThat(table.slotOf(0)).isEqualTo(0);
    assertThat(table.slotOf(Long.MAX_VALUE)).isEqualTo(1);
    assertThat(table.slotOf(Long.MIN_VALUE)).isEqualTo(2);
    assertThat(table.slotOf(-1)).isEqualTo(3);
    assertThat(table.nodeOf(-1)).isEqualTo(65_535);
    assertThat(SlotTable.byTopBits(new int[2]).slotOf(-1)).isEqualTo(1);
    assertThat(SlotTable.byTopBits(new int[1 << 20]).slotOf(-1)).isEqualTo((1 << 20) - 1);
  }

  @Test
  void theRemainderOfAHashIsItsSlot() {
    SlotTable table = SlotTable.byRemainder(new int[] {7, 8, 9});

    assertThat(table.nodeOf(5)).isEqualTo(9);
    assertThat(table.nodeOf(-1)).isEqualTo(7); // 2^64 - 1 is a multiple of 3
    assertThat(table.nodeOf(Long.MIN_VALUE)).isEqualTo(9); // 2^63 = 2 mod 3
    assertThat(SlotTable.byRemainder(new int[] {4}).nodeOf(-1)).isEqualTo(4);
  }

  @Test
  void aChangedArrayChangesNoTable() {
    int[] slots = {1, 1};
    SlotTable table = SlotTable.byTopBits(slots);

    slots[0] = 2;

    assertThat(table.nodeOf(0)).isEqualTo(1);
  }

  @Test
  void replicasHoldTheSlotsAfterTheOwners() {
    SlotTable table = SlotTable.byRemainder(new int[] {0, 0, 2, 0, 1});
    SlotPlacement placement =
        new SlotPlacement(Selectors.modulo(), THREE, HashFunctions.xxh3(), HashTag.NONE, 42, table);
    List<String> orders = List.of("acb", "acb", "cab", "abc", "bac");
    SplittableRandom random = new SplittableRandom(1);

    for (int i = 0; i < 100; i++) {
      byte[] key = Long.toString(random.nextLong()).getBytes(StandardCharsets.UTF_8);
      int slot = (int) Long.remainderUnsigned(KeyHash.of(key), 5);

      assertThat(placement.replicas(key, 3).stream().map(Node::name).toList())
          .as("replicas from slot %d", slot)
          .isEqualTo(List.of(orders.get(slot).split("")));
      assertThat(placement.owner(key)).isEqualTo(placement.replicas(key, 1).get(0));
    }
    assertThat(placement.fingerprint()).isEqualTo(42);
  }

  @Test
  void refusesWhatIsNoTable() {
    for (int slots : new int[] {0, 1, 3, 65_537}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> SlotTable.byTopBits(new int[slots]))
          .withMessage("the number of slots must be a power of two, 2 or more, but was " + slots);
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SlotTable.byRemainder(new int[0]))
        .withMessage("a table must have at least one slot");
    for (int node : new int[] {-1, 65_536}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> SlotTable.byRemainder(new int[] {0, node}))
          .withMessage("a table must have at most 65536 nodes but slot 1 names node " + node);
    }
  }
}
