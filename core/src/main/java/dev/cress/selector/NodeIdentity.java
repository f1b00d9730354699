package dev.cress.selector;

import dev.cress.node.Node;

/**
 * The text by which a client of a {@link Preset} knows a node, and from which it computes the
 * node's points or scores. Immutable and thread-safe. {@link NodeIdentities} has those of known
 * clients.
 */
public interface NodeIdentity {

  /**
   * Returns the name of this rule; rules with the same id give the same texts.
   *
   * @return the id
   */
  String id();

  /**
   * Returns the text for a node.
   *
   * @param node the node
   * @param position the node's place in the client's configuration, from 0
   * @return the text; two nodes with the same one are refused when they are placed
   */
  String of(Node node, int position);
}
