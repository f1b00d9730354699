package dev.cress.selector;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import java.util.List;
import java.util.Objects;
import java.util.function.ToLongFunction;

/**
 * Chooses a node for a key by its load: the first in the key's own order that is not full. For work
 * that any node can do, such as requests to stateless back ends, or places where new data may go.
 *
 * <p>A node's capacity is {@code ceil(factor * (load of all nodes + 1) * weight / sum of weights)};
 * it is full when its load has reached that. The order is that of {@link Placement#replicas}. So no
 * node ever gets beyond {@code factor} times the average for its weight, rounded up; and for the
 * same loads the same key has the same node in every client.
 *
 * <p><b>For a cache that holds data this is not enough by itself.</b> Loads change between a write
 * and a read, and with them the node. A reader must look at the nodes in the same order, {@code
 * placement.replicas(key, n)}, and not stop before the one where the key was put.
 *
 * <p>Immutable and thread-safe. V. Mirrokni, M. Thorup, M. Zadimoghaddam, "Consistent Hashing with
 * Bounded Loads", SODA 2018, <a href="https://arxiv.org/abs/1608.01350">arXiv:1608.01350</a>.
 */
public final class BoundedLoad {

  private static final double DEFAULT_FACTOR = 1.25;

  private final Placement placement;
  private final double factor;
  private final double greatestWeight;
  private final double totalShare;

  private BoundedLoad(Placement placement, double factor) {
    if (!(factor > 1) || factor == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "factor must be greater than 1 and finite but was " + factor);
    }
    this.placement = Objects.requireNonNull(placement, "placement");
    this.factor = factor;
    List<Node> nodes = placement.nodes().nodes();
    this.greatestWeight = nodes.stream().mapToDouble(Node::weight).max().orElseThrow();
    this.totalShare = nodes.stream().mapToDouble(this::share).sum();
  }

  /**
   * Bounds the load to 1.25 times the average.
   *
   * @param placement orders the nodes for each key
   * @return the choice by load
   */
  public static BoundedLoad of(Placement placement) {
    return of(placement, DEFAULT_FACTOR);
  }

  /**
   * Bounds the load to a multiple of the average.
   *
   * @param placement orders the nodes for each key
   * @param factor greater than 1 and finite; the smaller it is, the more even are the loads and the
   *     more keys leave their owner
   * @return the choice by load
   * @throws IllegalArgumentException if the factor is out of range
   */
  public static BoundedLoad of(Placement placement, double factor) {
    return new BoundedLoad(placement, factor);
  }

  /**
   * Returns the node that is to take one more unit of load for a key: its owner, unless that is
   * full. Cost: every node is asked for its load once, a visited one twice; besides, one look-up of
   * the owner, and if that is full, replica sets of 2, 4, 8 … nodes until one of them is not.
   *
   * @param key the key; may be empty
   * @param loads gives each node's load in whatever unit, 0 or more, such as its requests in
   *     flight. Loads should stand still during the call: if they do not, the node may be one that
   *     has just filled up
   * @return the first node in the key's order that is not full
   * @throws IllegalArgumentException if a load is negative
   */
  public Node owner(byte[] key, ToLongFunction<Node> loads) {
    NodeSet nodes = placement.nodes();
    double capacity = capacityPerShare(loads);
    List<Node> order = List.of(placement.owner(key));
    // The last node is not asked: if all before it are full, the capacities left are its own.
    for (int i = 0; i < nodes.size() - 1; i++) {
      if (i == order.size()) {
        order = placement.replicas(key, Math.min(2 * i, nodes.size()));
      }
      Node node = order.get(i);
      if (loads.applyAsLong(node) < Math.ceil(capacity * share(node))) {
        return node;
      }
    }
    return placement.replicas(key, nodes.size()).get(nodes.size() - 1);
  }

  /** Returns a node's part of the greatest weight: sums of weights could overflow. */
  private double share(Node node) {
    return node.weight() / greatestWeight;
  }

  private double capacityPerShare(ToLongFunction<Node> loads) {
    double total = 1;
    for (Node node : placement.nodes()) {
      long load = loads.applyAsLong(node);
      if (load < 0) {
        throw new IllegalArgumentException(
            "load of node %s must be 0 or more but was %d".formatted(node.name(), load));
      }
      total += load;
    }
    return factor * total / totalShare;
  }
}
