package dev.cress.selector;

import dev.cress.node.NodeSet;
import org.jspecify.annotations.Nullable;

/**
 * An array of slots, each held by a node, and the rule that leads from a hash to a slot. Immutable.
 */
final class SlotTable {

  /** As many as two bytes can number. */
  static final int MAX_NODES = 1 << Character.SIZE;

  private static final int BY_REMAINDER = 0;

  private final char[] nodeOfSlot;
  private final int shift;

  private SlotTable(int[] nodeOfSlot, int shift) {
    this.nodeOfSlot = new char[nodeOfSlot.length];
    this.shift = shift;
    for (int slot = 0; slot < nodeOfSlot.length; slot++) {
      int node = nodeOfSlot[slot];
      if (node < 0 || node >= MAX_NODES) {
        throw new IllegalArgumentException(
            "a table must have at most %d nodes but slot %d names node %d"
                .formatted(MAX_NODES, slot, node));
      }
      this.nodeOfSlot[slot] = (char) node;
    }
  }

  /**
   * Returns a table where the top bits of a hash of 64 bits are the number of its slot.
   *
   * @param nodeOfSlot the index of each slot's node; two slots or more, a power of two
   */
  static SlotTable byTopBits(int[] nodeOfSlot) {
    if (nodeOfSlot.length < 2 || Integer.bitCount(nodeOfSlot.length) != 1) {
      throw new IllegalArgumentException(
          "the number of slots must be a power of two, 2 or more, but was " + nodeOfSlot.length);
    }
    return new SlotTable(nodeOfSlot, Long.numberOfLeadingZeros(nodeOfSlot.length) + 1);
  }

  /**
   * Returns a table where the number of a slot is the remainder of the hash, taken as unsigned,
   * divided by the number of slots.
   *
   * @param nodeOfSlot the index of each slot's node; one slot or more
   */
  static SlotTable byRemainder(int[] nodeOfSlot) {
    if (nodeOfSlot.length == 0) {
      throw new IllegalArgumentException("a table must have at least one slot");
    }
    return new SlotTable(nodeOfSlot, BY_REMAINDER);
  }

  /** Refuses more nodes than a table of so many slots can have. */
  static void requireSlots(Selector selector, NodeSet nodes, int slots) {
    int limit = Math.min(slots, MAX_NODES);
    if (nodes.size() > limit) {
      throw new IllegalArgumentException(
          "%s must have at most %d nodes but there were %d"
              .formatted(selector.id(), limit, nodes.size()));
    }
  }

  /** Returns the number of a hash's slot. Allocates nothing. */
  int slotOf(long hash) {
    return shift == BY_REMAINDER
        ? (int) Long.remainderUnsigned(hash, nodeOfSlot.length)
        : (int) (hash >>> shift);
  }

  /** Returns the index of the node that holds a hash's slot. Allocates nothing. */
  int nodeOf(long hash) {
    return nodeOfSlot[slotOf(hash)];
  }

  /** Returns the first candidate at or after a hash's slot, or -1 if no slot has one. */
  int firstIndex(long hash, Candidates candidates) {
    int slot = slotOf(hash);
    for (int step = 0; step < nodeOfSlot.length; step++) {
      if (candidates.allows(nodeOfSlot[slot])) {
        return nodeOfSlot[slot];
      }
      slot = slot + 1 < nodeOfSlot.length ? slot + 1 : 0;
    }
    return -1;
  }

  /** Returns the slots as steps of a hash; null if it has too few values for so many slots. */
  @Nullable Steps steps(int hashBits) {
    if (!Steps.isFine(nodeOfSlot.length, hashBits)) {
      return null;
    }
    int[] owners = new int[nodeOfSlot.length];
    double[] ends = new double[nodeOfSlot.length];
    for (int slot = 0; slot < owners.length; slot++) {
      owners[slot] = nodeOfSlot[slot];
      ends[slot] = (slot + 1.0) / owners.length;
    }
    return shift == BY_REMAINDER ? new Residues(owners) : new Arcs(ends, owners, 0);
  }
}
