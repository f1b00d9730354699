package dev.cress.cli;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.selector.Selector;
import dev.cress.selector.Selectors;
import org.jspecify.annotations.Nullable;

/**
 * Nodes, and the selector that their file names.
 *
 * @param selector null if none is named
 */
record NodesAndSelector(NodeSet nodes, @Nullable NamedSelector selector) {

  static final NodesAndSelector EMPTY = new NodesAndSelector(NodeSet.of(), null);

  NodesAndSelector {
    for (Node node : nodes) {
      if (node.host().indexOf('@') >= 0) {
        throw new IllegalArgumentException(
            "address must be host:port, without a user, for the node " + node.name());
      }
    }
  }

  /**
   * Returns the selector for these nodes: the one that was asked for, else that of the file, else
   * rendezvous.
   *
   * @param others other nodes that its order may name
   */
  Selector selector(@Nullable NamedSelector wanted, NodeSet others) {
    NamedSelector choice = wanted == null ? selector : wanted;
    return choice == null ? Selectors.rendezvous() : choice.among(nodes, others);
  }
}
