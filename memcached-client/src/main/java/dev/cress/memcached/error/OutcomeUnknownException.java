package dev.cress.memcached.error;

import dev.cress.node.CressException;
import org.jspecify.annotations.Nullable;

/**
 * The connection to a node was lost before it answered: whether the operation was carried out is
 * unknown. It is never sent again by itself; a caller may repeat an operation that does no harm
 * when it is carried out twice.
 */
public final class OutcomeUnknownException extends CressException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates a failure.
   *
   * @param node the node's name
   * @param cause what ended the connection, or null if it is not known
   */
  public OutcomeUnknownException(String node, @Nullable Throwable cause) {
    super(
        "the connection to node " + node + " was lost; the outcome of the operation is unknown",
        cause);
  }
}
