package dev.cress.selector;

import dev.cress.hash.HashFunction;
import dev.cress.hash.KeyTag;
import dev.cress.node.NodeSet;

/**
 * The nodes are numbered in the order of their names; see {@link Selectors#jump} and {@link
 * Selectors#jumpBack}.
 *
 * @param jump gives a key the number of its owner
 */
record JumpSelector(Jump jump) implements HashedSelector {

  @Override
  public String id() {
    return jump.id();
  }

  @Override
  public Placement place(Selector named, NodeSet nodes, HashFunction keyHash, KeyTag keyTag) {
    Weights.requireEqual(named, nodes);
    return new JumpPlacement(named, nodes, keyHash, keyTag, jump);
  }

  @Override
  public String toString() {
    return id();
  }
}
