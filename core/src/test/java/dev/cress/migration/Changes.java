package dev.cress.migration;

import static dev.cress.topology.TopologyDocument.serverKey;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.selector.Selectors;
import dev.cress.topology.Change;
import java.util.Map;

/** Changes for tests. */
final class Changes {

  static final Node A = Node.of("a", "10.0.0.1", 1);
  static final Node B = Node.of("b", "10.0.0.2", 2);
  static final Node C = Node.of("c", "10.0.0.3", 3);
  static final Node D = Node.of("d", "10.0.0.4", 4);

  private Changes() {}

  /** Every key leaves one server for another. */
  static Change everyKeyMoves() {
    return between(A, B, Map.of());
  }

  /** One server under another address: no key moves. */
  static Change noKeyMoves() {
    return between(A, B, Map.of(serverKey(A), "one", serverKey(B), "one"));
  }

  private static Change between(Node before, Node after, Map<String, String> servers) {
    return new Change(
        2,
        Selectors.modulo().place(NodeSet.of(before)),
        Selectors.modulo().place(NodeSet.of(after)),
        servers);
  }
}
