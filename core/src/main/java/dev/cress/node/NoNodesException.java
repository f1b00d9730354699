package dev.cress.node;

/** Thrown when there is no node that could serve: to a caller, "service unavailable". */
public class NoNodesException extends CressException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates a failure.
   *
   * @param message where nodes were missing
   */
  public NoNodesException(String message) {
    super(message);
  }
}
