package dev.cress.selector;

import dev.cress.hash.HashFunction;
import dev.cress.hash.KeyTag;
import dev.cress.node.NodeSet;

/** Hash modulo number of nodes; see {@link Selectors#modulo}. */
record ModuloSelector() implements HashedSelector {

  @Override
  public String id() {
    return "modulo-1";
  }

  @Override
  public Placement place(Selector named, NodeSet nodes, HashFunction keyHash, KeyTag keyTag) {
    Weights.requireEqual(named, nodes);
    return new ModuloPlacement(named, nodes, keyHash, keyTag);
  }

  @Override
  public String toString() {
    return id();
  }
}
