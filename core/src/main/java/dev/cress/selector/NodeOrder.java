package dev.cress.selector;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;

/**
 * The order in which a client sees its nodes: that of its configuration, which a node set does not
 * keep, or one of its own.
 *
 * @param names the names in the order of the client's configuration; the others come after them
 * @param byLength whether the client sorts its nodes itself, shorter names first
 */
record NodeOrder(List<String> names, boolean byLength) {

  static final NodeOrder NAMES = new NodeOrder(List.of(), false);
  static final NodeOrder BY_LENGTH = new NodeOrder(List.of(), true);

  NodeOrder {
    names = List.copyOf(names);
    HashSet<String> seen = new HashSet<>();
    for (String name : names) {
      requireNodeName(name);
      if (!seen.add(name)) {
        throw new IllegalArgumentException("order must name each node once but has twice " + name);
      }
    }
  }

  /** A node refuses what cannot be a node's name, and says why. */
  private static void requireNodeName(String name) {
    try {
      Node.of(name, "localhost", 1);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("order must list names of nodes: " + e.getMessage(), e);
    }
  }

  /** A semicolon is in no node's name, so different orders have different ids. */
  String id() {
    return byLength ? "length" : names.isEmpty() ? "names" : "[" + String.join(";", names) + "]";
  }

  /** Returns the nodes in this order. */
  List<Node> of(NodeSet nodes, NodeIdentity identity) {
    List<Node> ordered = new ArrayList<>(nodes.size());
    for (String name : names) {
      nodes.find(name).ifPresent(ordered::add);
    }
    HashSet<Node> listed = new HashSet<>(ordered);
    nodes.forEach(
        node -> {
          if (!listed.contains(node)) {
            ordered.add(node);
          }
        });
    if (byLength) {
      ordered.sort(
          Comparator.comparing(
              node -> identity.of(node, 0).getBytes(StandardCharsets.UTF_8),
              Comparator.<byte[]>comparingInt(bytes -> bytes.length)
                  .thenComparing(Arrays::compareUnsigned)));
    }
    return ordered;
  }
}
