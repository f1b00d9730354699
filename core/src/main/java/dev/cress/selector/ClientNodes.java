package dev.cress.selector;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import java.util.ArrayList;
import java.util.Arrays;
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

  private static final int MAX_TOTAL_WEIGHT = 1 << 24;

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

  /** Returns each node's index as often as its weight says, in the client's order. */
  int[] indexesByWeight(String preset) {
    int[] indexes = indexes();
    double[] weights = weights();
    int[] repeated = new int[checkedTotal(preset)];
    int end = 0;
    for (int i = 0; i < indexes.length; i++) {
      int start = end;
      end += (int) weights[i];
      Arrays.fill(repeated, start, end, indexes[i]);
    }
    return repeated;
  }

  /** Returns the sum of the weights, unless it is so large that it must be a mistake. */
  int checkedTotal(String preset) {
    double total = Arrays.stream(weights()).sum();
    if (total > MAX_TOTAL_WEIGHT) {
      throw new IllegalArgumentException(
          "weights must have a sum of at most %d for %s but had %.0f"
              .formatted(MAX_TOTAL_WEIGHT, preset, total));
    }
    return (int) total;
  }

  double[] weights() {
    return ordered.stream().mapToDouble(Node::weight).toArray();
  }
}
