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
    long[] seeds = Rendezvous.seeds(nodes);
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
