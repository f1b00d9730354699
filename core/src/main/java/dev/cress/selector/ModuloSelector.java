package dev.cress.selector;

import dev.cress.hash.HashTag;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;

/** Hash modulo number of nodes; see {@link Selectors#modulo}. */
record ModuloSelector() implements Selector {

  @Override
  public String id() {
    return "modulo-1";
  }

  @Override
  public Placement place(NodeSet nodes, HashTag hashTag) {
    for (Node node : nodes) {
      if (node.weight() != nodes.get(0).weight()) {
        throw new IllegalArgumentException(
            "weights must be equal for %s but were %s and %s"
                .formatted(id(), nodes.get(0).weight(), node.weight()));
      }
    }
    return new ModuloPlacement(this, nodes, hashTag);
  }

  @Override
  public String toString() {
    return id();
  }
}
