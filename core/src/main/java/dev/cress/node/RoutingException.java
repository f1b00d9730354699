package dev.cress.node;

/** Thrown when a call itself cannot be routed: wrong in the caller's program, not in a server. */
public class RoutingException extends CressException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates a failure.
   *
   * @param message what is wrong with the call and what to do instead
   */
  public RoutingException(String message) {
    super(message);
  }
}
