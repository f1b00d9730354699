package dev.cress.selector;

import dev.cress.hash.HashFunction;
import dev.cress.hash.KeyTag;
import dev.cress.node.NodeSet;
import org.jspecify.annotations.Nullable;

/**
 * The owner holds the key's slot; replicas hold the slots after it. Nodes without a slot come last,
 * in the order of names.
 */
final class SlotPlacement extends HashedPlacement {

  private final SlotTable slots;

  SlotPlacement(
      Selector selector,
      NodeSet nodes,
      HashFunction keyHash,
      KeyTag keyTag,
      long fingerprint,
      SlotTable slots) {
    super(selector, nodes, keyHash, keyTag, fingerprint);
    this.slots = slots;
  }

  @Override
  int ownerIndex(long hash) {
    return slots.nodeOf(hash);
  }

  @Override
  int firstIndex(long hash, Candidates candidates) {
    int index = slots.firstIndex(hash, candidates);
    return index < 0 ? candidates.first() : index;
  }

  @Override
  @Nullable Steps steps() {
    return slots.steps(hashBits());
  }
}
