package dev.cress.cli;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.selector.Selector;
import java.util.Arrays;
import java.util.List;

/**
 * A selector that was named.
 *
 * @param order the names of nodes that were given with it; empty if none were
 */
record NamedSelector(Selector selector, List<String> order) {

  static NamedSelector of(Selector selector) {
    return new NamedSelector(selector, List.of());
  }

  /** Returns the selector, if each name in its order is in one of these node sets. */
  Selector among(NodeSet... sets) {
    for (String name : order) {
      if (Arrays.stream(sets).noneMatch(nodes -> nodes.find(name).isPresent())) {
        throw new IllegalArgumentException(
            "the order of the selector names the node '%s' but the nodes are %s"
                .formatted(name, names(sets)));
      }
    }
    return selector;
  }

  private static List<String> names(NodeSet... sets) {
    return Arrays.stream(sets)
        .flatMap(nodes -> nodes.nodes().stream())
        .map(Node::name)
        .distinct()
        .toList();
  }
}
