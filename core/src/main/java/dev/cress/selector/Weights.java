package dev.cress.selector;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;

/** What selectors ask of the weights of a node set. */
final class Weights {

  private Weights() {}

  static boolean areEqual(NodeSet nodes) {
    for (Node node : nodes) {
      if (node.weight() != nodes.get(0).weight()) {
        return false;
      }
    }
    return true;
  }

  /** Refuses different weights for a selector that cannot honour them. */
  static void requireEqual(Selector selector, NodeSet nodes) {
    for (Node node : nodes) {
      if (node.weight() != nodes.get(0).weight()) {
        throw new IllegalArgumentException(
            "weights must be equal for %s but were %s and %s"
                .formatted(selector.id(), nodes.get(0).weight(), node.weight()));
      }
    }
  }
}
