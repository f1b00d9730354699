package dev.cress.redis.error;

import io.lettuce.core.RedisException;
import org.jspecify.annotations.Nullable;

/**
 * The connection to a node was lost before it answered: whether the command was carried out is
 * unknown. It is never sent again by itself; a caller may repeat a command that does no harm when
 * it is carried out twice.
 */
public final class OutcomeUnknownException extends RedisException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates a failure.
   *
   * @param node the node's name
   * @param cause what ended the connection, or null if the other side closed it
   */
  public OutcomeUnknownException(String node, @Nullable Throwable cause) {
    super(
        "the connection to node " + node + " was lost; the outcome of the command is unknown",
        cause);
  }
}
