package dev.cress.redis.internal.routing;

import dev.cress.redis.internal.connection.NodeConnection;
import dev.cress.routing.View;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Groups the keys of a command that is split: by the nodes that hold them or, where that is asked
 * for, each key for itself. For one command on one thread.
 */
final class ReplicaGroups {

  private final ReplicaSets sets;
  private final View<NodeConnection> view;
  private final boolean keyByKey;
  private final Map<List<Replica>, Integer> numbers = new HashMap<>();
  private final List<List<Replica>> groups = new ArrayList<>();

  ReplicaGroups(ReplicaSets sets, View<NodeConnection> view, boolean keyByKey) {
    this.sets = sets;
    this.view = view;
    this.keyByKey = keyByKey;
  }

  int of(byte[] key) {
    List<Replica> replicas = sets.of(view, key);
    Integer known = keyByKey ? null : numbers.get(replicas);
    if (known != null) {
      return known;
    }
    numbers.put(replicas, groups.size());
    groups.add(replicas);
    return groups.size() - 1;
  }

  String name(int group) {
    return "nodes " + ReplicaSets.names(groups.get(group));
  }
}
