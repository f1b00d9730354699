package dev.cress.selector;

import dev.cress.node.NoNodesException;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import java.util.ArrayList;
import java.util.List;

/** What placements have in common: each orders the nodes for a key. */
abstract class NodePlacement implements Placement {

  private final Selector selector;
  private final NodeSet nodes;
  private final int[] zones;
  private final long fingerprint;

  NodePlacement(Selector selector, NodeSet nodes, long fingerprint) {
    requireNodes(selector, nodes);
    this.selector = selector;
    this.nodes = nodes;
    this.zones = Candidates.zones(nodes);
    this.fingerprint = fingerprint;
  }

  static void requireNodes(Selector selector, NodeSet nodes) {
    if (nodes.isEmpty()) {
      throw new NoNodesException("selector " + selector.id() + " has no nodes to choose from");
    }
  }

  /**
   * Returns the index of the first of the candidates in the order of this key, or -1 if there is no
   * candidate. With all nodes as candidates it is the owner.
   */
  abstract int firstIndex(byte[] key, Candidates candidates);

  @Override
  public final Selector selector() {
    return selector;
  }

  @Override
  public final NodeSet nodes() {
    return nodes;
  }

  @Override
  public final Node owner(byte[] key) {
    return nodes.get(ownerIndex(key, 0, key.length));
  }

  @Override
  public final List<Node> replicas(byte[] key, int n) {
    if (n < 1 || n > nodes.size()) {
      throw new IllegalArgumentException(
          "n must be between 1 and the number of nodes, %d, but was %d".formatted(nodes.size(), n));
    }
    Candidates candidates = new Candidates(zones);
    List<Node> replicas = new ArrayList<>(n);
    while (replicas.size() < n) {
      int index = firstIndex(key, candidates);
      if (index < 0) {
        candidates.allowAllZones();
      } else {
        candidates.take(index);
        replicas.add(nodes.get(index));
      }
    }
    return List.copyOf(replicas);
  }

  @Override
  public final long fingerprint() {
    return fingerprint;
  }
}
