package dev.cress.selector;

import dev.cress.node.Node;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * What a change of the node set or of the selector moves, before it is made: which share of the
 * keys, from and to which nodes, and how even the nodes are afterwards. Immutable.
 *
 * <p>A key moves if its owners before and after are different servers. Two nodes with the same
 * address are one server, whatever their names; a running client, which can ask the servers, knows
 * one at a new address too.
 *
 * @param movedFraction share that moves, from 0 to 1
 * @param standardError one standard deviation of {@code movedFraction} if it was estimated from a
 *     sample; 0 if it is certain
 * @param isExact whether all shares are counted; false if they come from a sample
 * @param minimumFraction the least that must move when every server has the share that its weight
 *     asks for, before and after; a placement that is not quite true to the weights may move less
 * @param nodes one entry for each server of the two node sets, in the order of names
 */
public record MigrationPlan(
    double movedFraction,
    double standardError,
    boolean isExact,
    double minimumFraction,
    List<NodeShare> nodes) {

  /**
   * The part of one node. All numbers are shares of the whole, from 0 to 1, and {@code before + in
   * - out} is {@code after}.
   *
   * @param node the node as it is after the change, or before it if it leaves
   * @param before share that it owns before, 0 if it joins
   * @param after share that it owns after, 0 if it leaves
   * @param in share that moves to it
   * @param out share that moves away from it
   * @param dueBefore share that its weight asks for before
   * @param dueAfter share that its weight asks for after
   */
  public record NodeShare(
      Node node,
      double before,
      double after,
      double in,
      double out,
      double dueBefore,
      double dueAfter) {}

  /**
   * Sorts the nodes.
   *
   * @param movedFraction share that moves
   * @param standardError of {@code movedFraction}
   * @param isExact whether all shares are counted
   * @param minimumFraction the least that must move
   * @param nodes in any order
   */
  public MigrationPlan {
    nodes = nodes.stream().sorted(Comparator.comparing(share -> share.node().name())).toList();
  }

  /**
   * Plans the change for keys of any kind: {@link #between(Placement, Placement, Function)} where a
   * node's address is its server.
   *
   * @param before the placement that is left
   * @param after the placement that is reached
   * @return the plan
   */
  public static MigrationPlan between(Placement before, Placement after) {
    return between(before, after, Node::address);
  }

  /**
   * Plans the change for keys of any kind, as shares of all hashes: as if keys were spread evenly
   * by their hash. The weak hashes of some other clients do not spread real keys like that; count
   * your own with {@link #ofKeys}.
   *
   * <p>Exact, up to 1e-6, where both placements are rings of one direction, tables or modulo over
   * the same hash of the key, or where that has 20 bits at most; else from a sample of 2^20 hashes
   * or keys, always the same one. Cost: O(points) or 2^21 look-ups.
   *
   * @param before the placement that is left
   * @param after the placement that is reached
   * @param server which server is behind a node: nothing moves between nodes of one server
   * @return the plan
   */
  public static MigrationPlan between(
      Placement before, Placement after, Function<Node, String> server) {
    return PlanMeasure.between(before, after, server);
  }

  /**
   * Plans the change for given keys, exactly. Cost: two look-ups for each key. {@link KeySample}
   * does it for a stream of keys, with their sizes, and where the keys are a sample.
   *
   * @param before the placement that is left
   * @param after the placement that is reached
   * @param keys at least one key
   * @return the plan, as shares of these keys
   * @throws IllegalArgumentException if there is no key
   */
  public static MigrationPlan ofKeys(Placement before, Placement after, Iterable<byte[]> keys) {
    Flows flows = new Flows(before.nodes(), after.nodes(), Node::address);
    for (byte[] key : keys) {
      Objects.requireNonNull(key, "key");
      flows.add(before.ownerIndex(key, 0, key.length), after.ownerIndex(key, 0, key.length), 1);
    }
    if (flows.total() == 0) {
      throw new IllegalArgumentException("keys must have at least one key but had none");
    }
    return flows.exactly();
  }

  /**
   * Returns how full the fullest node is before the change, relative to what its weight asks for.
   *
   * @return 1 if every node has its due share, more otherwise
   */
  public double balanceBefore() {
    return balance(NodeShare::before, NodeShare::dueBefore);
  }

  /**
   * Returns how full the fullest node is after the change, relative to what its weight asks for.
   *
   * @return 1 if every node has its due share, more otherwise
   */
  public double balanceAfter() {
    return balance(NodeShare::after, NodeShare::dueAfter);
  }

  private double balance(ToDoubleFunction<NodeShare> share, ToDoubleFunction<NodeShare> due) {
    return nodes.stream()
        .filter(node -> due.applyAsDouble(node) > 0)
        .mapToDouble(node -> share.applyAsDouble(node) / due.applyAsDouble(node))
        .max()
        .orElse(1);
  }
}
