package dev.cress.node;

/** Thrown when one command names keys that live on different nodes and cannot be split. */
public final class CrossNodeException extends RoutingException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates a failure.
   *
   * @param message the command, the nodes, and how a hash tag would bring the keys together
   */
  public CrossNodeException(String message) {
    super(message);
  }
}
