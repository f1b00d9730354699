package dev.cress.memcached.error;

import dev.cress.node.CressException;
import org.jspecify.annotations.Nullable;

/** The node that owns an operation's key is not connected; the operation was not sent. */
public final class NodeUnavailableException extends CressException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates a failure.
   *
   * @param node the node's name
   * @param cause the last failure to connect, or null
   */
  public NodeUnavailableException(String node, @Nullable Throwable cause) {
    super("node " + node + " is not connected; the operation was not sent", cause);
  }
}
