package dev.cress.redis.internal.routing;

import dev.cress.node.Node;
import dev.cress.redis.internal.connection.NodeConnection;
import dev.cress.routing.View;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * A node and the way to it. Immutable.
 *
 * @param name the node's name
 * @param connection the way
 */
record NamedNode(String name, NodeConnection connection) {

  /** All nodes of a view, in the order of their names; in a change those of both node sets. */
  static List<NamedNode> all(View<NodeConnection> view) {
    Map<NodeConnection, NamedNode> nodes = new LinkedHashMap<>();
    for (int place = 0; place < view.places(); place++) {
      NodeConnection connection = view.target(place);
      nodes.putIfAbsent(connection, new NamedNode(view.node(place).name(), connection));
    }
    return List.copyOf(nodes.values());
  }

  /** A node that is available, or at least connected; any one if none is. */
  static NamedNode reachable(View<NodeConnection> view) {
    List<NamedNode> all = all(view);
    return first(all, NodeConnection::isAvailable)
        .or(() -> first(all, NodeConnection::isConnected))
        .orElse(all.get(0));
  }

  private static Optional<NamedNode> first(List<NamedNode> all, Predicate<NodeConnection> which) {
    return all.stream().filter(node -> which.test(node.connection())).findFirst();
  }

  /** The way to one node, if the view has it. */
  static Optional<NamedNode> of(View<NodeConnection> view, Node node) {
    return IntStream.range(0, view.places())
        .filter(place -> view.node(place).equals(node))
        .mapToObj(place -> new NamedNode(node.name(), view.target(place)))
        .findFirst();
  }
}
