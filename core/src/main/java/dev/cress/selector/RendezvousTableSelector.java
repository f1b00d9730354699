package dev.cress.selector;

import dev.cress.hash.HashFunction;
import dev.cress.hash.KeyTag;
import dev.cress.node.NodeSet;

/**
 * A table filled by weighted rendezvous; see {@link Selectors#rendezvousTable(int)}.
 *
 * @param log2Slots the number of slots is two to this power
 */
record RendezvousTableSelector(int log2Slots) implements HashedSelector {

  static final int DEFAULT_LOG2_SLOTS = 16;
  static final int MIN_LOG2_SLOTS = 10;
  static final int MAX_LOG2_SLOTS = 24;

  RendezvousTableSelector {
    if (log2Slots < MIN_LOG2_SLOTS || log2Slots > MAX_LOG2_SLOTS) {
      throw new IllegalArgumentException(
          "log2Slots must be between %d and %d but was %d"
              .formatted(MIN_LOG2_SLOTS, MAX_LOG2_SLOTS, log2Slots));
    }
  }

  @Override
  public String id() {
    return "rendezvous-table-1(slots=" + (1 << log2Slots) + ")";
  }

  @Override
  public Placement place(Selector named, NodeSet nodes, HashFunction keyHash, KeyTag keyTag) {
    SlotTable.requireSlots(named, nodes, 1 << log2Slots);
    HashedPlacement rendezvous = new RendezvousSelector().place(named, nodes, keyHash, keyTag);
    return new RendezvousTablePlacement(rendezvous, keyHash, keyTag, 1 << log2Slots);
  }

  @Override
  public String toString() {
    return id();
  }
}
