package dev.cress.memcached.error;

import dev.cress.node.CressException;

/** As many operations as allowed are under way to a node already; this one was not sent. */
public final class NodeOverloadedException extends CressException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates a failure.
   *
   * @param node the node's name
   * @param limit how many operations may be under way
   */
  public NodeOverloadedException(String node, int limit) {
    super("node " + node + " has " + limit + " operations under way; this operation was not sent");
  }
}
