package dev.cress.selector;

import dev.cress.hash.HashTag;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;

/** Weighted rendezvous; see {@link Selectors#rendezvous}. */
record RendezvousSelector() implements Selector {

  @Override
  public String id() {
    return "rendezvous-1";
  }

  @Override
  public Placement place(NodeSet nodes, HashTag hashTag) {
    return place(nodes, hashTag, Rendezvous.seeds(nodes));
  }

  /** Places with other numbers in place of those that come from the names. */
  HashedPlacement place(NodeSet nodes, HashTag hashTag, long[] seeds) {
    boolean equalWeights = nodes.nodes().stream().mapToDouble(Node::weight).distinct().count() <= 1;
    return equalWeights
        ? new EqualRendezvousPlacement(this, nodes, hashTag, seeds)
        : new WeightedRendezvousPlacement(this, nodes, hashTag, seeds);
  }

  @Override
  public String toString() {
    return id();
  }
}
