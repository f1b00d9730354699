package dev.cress.selector;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The nodes as a client sees them: in its order, and under its names. Immutable.
 *
 * @param nodes the node set
 * @param ordered the nodes in the client's order
 * @param identities what the client calls each of them
 */
record ClientNodes(NodeSet nodes, List<Node> ordered, List<String> identities) {

  static ClientNodes of(NodeSet nodes, NodeOrder order, NodeIdentity identity) {
    List<Node> ordered = order.of(nodes, identity);
    List<String> identities = new ArrayList<>(ordered.size());
    for (int i = 0; i < ordered.size(); i++) {
      identities.add(identity.of(ordered.get(i), i));
    }
    checkUnique(ordered, identities);
    return new ClientNodes(nodes, ordered, identities);
  }

  private static void checkUnique(List<Node> ordered, List<String> identities) {
    Map<String, Node> seen = new HashMap<>();
    for (int i = 0; i < ordered.size(); i++) {
      Node other = seen.put(identities.get(i), ordered.get(i));
      if (other != null) {
        throw new IllegalArgumentException(
            "the client must know nodes by different names but knows both %s and %s as %s"
                .formatted(other.name(), ordered.get(i).name(), identities.get(i)));
      }
    }
  }

  int size() {
    return ordered.size();
  }

  /** Returns the index in the node set of each node in the client's order. */
  int[] indexes() {
    Map<Node, Integer> indexes = new HashMap<>();
    IntStream.range(0, nodes.size()).forEach(i -> indexes.put(nodes.get(i), i));
    return ordered.stream().mapToInt(indexes::get).toArray();
  }

  double[] weights() {
    return ordered.stream().mapToDouble(Node::weight).toArray();
  }
}
