package dev.cress.redis.internal.routing;

import dev.cress.node.CrossNodeException;
import dev.cress.node.Node;
import dev.cress.redis.internal.connection.NodeConnection;
import dev.cress.redis.replicas.ReplicaPolicy;
import dev.cress.routing.View;
import dev.cress.selector.Placement;
import io.lettuce.core.protocol.RedisCommand;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds the nodes that hold a key. Thread-safe. */
final class ReplicaSets {

  private final ReplicaPolicy policy;
  private volatile Known known = new Known(null, Map.of());

  ReplicaSets(ReplicaPolicy policy) {
    this.policy = policy;
  }

  /** The nodes of a view and their connections. */
  private record Known(@Nullable View<NodeConnection> view, Map<Node, Replica> replicas) {}

  /** The nodes of a key that has passed the gates, its owner first. */
  List<Replica> of(View<NodeConnection> view, byte[] key) {
    Map<Node, Replica> byNode = replicas(view);
    Placement placement = view.topology().placement();
    int copies = Math.min(policy.copies(), placement.nodes().size());
    List<Replica> replicas = new ArrayList<>(copies);
    for (Node node : placement.replicas(key, copies)) {
      replicas.add(Objects.requireNonNull(byNode.get(node), node.name()));
    }
    return replicas;
  }

  /** The nodes of all keys of a command, which must be the same. */
  List<Replica> of(View<NodeConnection> view, RedisCommand<?, ?, ?> command, List<byte[]> keys) {
    List<Replica> first = of(view, keys.get(0));
    for (int i = 1; i < keys.size(); i++) {
      List<Replica> other = of(view, keys.get(i));
      if (!other.equals(first)) {
        throw new CrossNodeException(
            command.getType()
                + " needs all its keys on the same nodes, but they are on nodes "
                + names(first)
                + " and on nodes "
                + names(other)
                + "; give the keys the same hash tag, as in {user1}:a and {user1}:b, to keep them"
                + " together");
      }
    }
    return first;
  }

  /** The same nodes in the order in which they are read. */
  List<Replica> forReading(List<Replica> replicas) {
    String zone = policy.readZone();
    if (zone == null) {
      return replicas;
    }
    List<Replica> sorted = new ArrayList<>(replicas);
    sorted.sort(Comparator.comparing(replica -> !zone.equals(replica.node().zone())));
    return sorted;
  }

  /** The same nodes, those last that are not available. */
  static List<Replica> availableFirst(List<Replica> replicas) {
    if (replicas.get(0).connection().isAvailable()) {
      return replicas;
    }
    List<Replica> sorted = new ArrayList<>(replicas);
    sorted.sort(Comparator.comparing(replica -> !replica.connection().isAvailable()));
    return sorted;
  }

  static String names(List<Replica> replicas) {
    return replicas.stream()
        .map(replica -> replica.node().name())
        .collect(Collectors.joining(", "));
  }

  private Map<Node, Replica> replicas(View<NodeConnection> view) {
    Known current = known;
    if (!view.equals(current.view())) {
      current = new Known(view, compile(view));
      known = current;
    }
    return current.replicas();
  }

  private static Map<Node, Replica> compile(View<NodeConnection> view) {
    Map<Node, Replica> replicas = new HashMap<>();
    for (int place = 0; place < view.places(); place++) {
      Node node = view.node(place);
      replicas.putIfAbsent(node, new Replica(node, view.target(place)));
    }
    return replicas;
  }
}
