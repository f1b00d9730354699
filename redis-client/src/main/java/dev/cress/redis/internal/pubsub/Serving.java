package dev.cress.redis.internal.pubsub;

import dev.cress.node.Node;
import dev.cress.selector.Placement;
import dev.cress.topology.Change;
import dev.cress.topology.Topology;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Which nodes serve a subscription: in a change, from its proposal to its end, those before and
 * those after it. Immutable.
 *
 * @param placements one, or in a change two
 */
record Serving(List<Placement> placements) {

  static Serving by(Topology topology) {
    Change change = topology.change();
    return new Serving(
        change == null ? List.of(topology.placement()) : List.of(change.before(), change.after()));
  }

  Set<Node> nodes(Subscription subscription) {
    if (subscription.isEverywhere()) {
      return nodes();
    }
    Set<Node> owners = new LinkedHashSet<>();
    placements.forEach(placement -> owners.add(placement.owner(subscription.name())));
    return owners;
  }

  Set<Node> nodes() {
    Set<Node> all = new LinkedHashSet<>();
    placements.forEach(placement -> all.addAll(placement.nodes().nodes()));
    return all;
  }
}
