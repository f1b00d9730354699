package dev.cress.selector;

import dev.cress.hash.HashTag;
import dev.cress.node.NodeSet;

/**
 * An algorithm that orders the nodes for each key. Immutable and thread-safe; two selectors with
 * the same {@link #id} are equal. {@link Selectors} has the ones that Cress offers.
 */
public interface Selector {

  /**
   * Returns the name of the algorithm, its version and its parameters, such as {@code
   * rendezvous-1}. Clients with the same id, hash-tag rule and nodes agree on every owner; when an
   * algorithm changes its results, its version changes.
   *
   * @return the id
   */
  String id();

  /**
   * Applies this selector to a node set, with Redis' hash-tag rule.
   *
   * @param nodes the nodes, at least one
   * @return the compiled look-up
   * @throws dev.cress.node.NoNodesException if there is no node
   * @throws IllegalArgumentException if this selector cannot honour the nodes' weights
   */
  default Placement place(NodeSet nodes) {
    return place(nodes, HashTag.REDIS);
  }

  /**
   * Applies this selector to a node set.
   *
   * @param nodes the nodes, at least one
   * @param hashTag which part of a key is hashed
   * @return the compiled look-up
   * @throws dev.cress.node.NoNodesException if there is no node
   * @throws IllegalArgumentException if this selector cannot honour the nodes' weights
   */
  Placement place(NodeSet nodes, HashTag hashTag);
}
