package dev.cress.redis.error;

import io.lettuce.core.RedisConnectionException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The node that owns a command's key is not connected, or has not answered for some time; the
 * command was not sent. A kind of Lettuce's own connection failure, so that code written for
 * Lettuce or Spring handles it as such.
 */
public final class NodeUnavailableException extends RedisConnectionException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates a failure.
   *
   * @param node the node's name
   * @param cause the last failure to connect, whose root the message ends with, or null
   */
  public NodeUnavailableException(String node, @Nullable Throwable cause) {
    super("node " + node + " is not connected; the command was not sent" + reason(cause), cause);
  }

  private static String reason(@Nullable Throwable cause) {
    if (cause == null) {
      return "";
    }
    Throwable root = cause;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return ": " + Objects.requireNonNullElseGet(root.getMessage(), root::toString);
  }

  private NodeUnavailableException(String message) {
    super(message);
  }

  /**
   * A failure of a node that is connected and does not answer.
   *
   * @param node the node's name
   * @return a new failure
   */
  public static NodeUnavailableException silent(String node) {
    return new NodeUnavailableException(
        "node " + node + " does not answer in time; the command was not sent");
  }
}
