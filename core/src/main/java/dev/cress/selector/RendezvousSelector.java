package dev.cress.selector;

import dev.cress.hash.HashFunction;
import dev.cress.hash.KeyTag;
import dev.cress.node.NodeSet;

/** Weighted rendezvous; see {@link Selectors#rendezvous}. */
record RendezvousSelector() implements HashedSelector {

  @Override
  public String id() {
    return "rendezvous-1";
  }

  @Override
  public HashedPlacement place(Selector named, NodeSet nodes, HashFunction keyHash, KeyTag keyTag) {
    return place(named, nodes, keyHash, keyTag, Rendezvous.seeds(nodes));
  }

  /** Places with other numbers in place of those that come from the names. */
  static HashedPlacement place(
      Selector named, NodeSet nodes, HashFunction keyHash, KeyTag keyTag, long[] seeds) {
    return Weights.areEqual(nodes)
        ? new EqualRendezvousPlacement(named, nodes, keyHash, keyTag, seeds)
        : new WeightedRendezvousPlacement(named, nodes, keyHash, keyTag, seeds);
  }

  @Override
  public String toString() {
    return id();
  }
}
