package dev.cress.node;

import org.jspecify.annotations.Nullable;

/** The root of every failure that Cress itself reports at run time. Unchecked. */
public class CressException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates a failure.
   *
   * @param message what failed, naming node and topology version where there are any, never a key
   */
  public CressException(String message) {
    this(message, null);
  }

  /**
   * Creates a failure with a cause.
   *
   * @param message what failed, naming node and topology version where there are any, never a key
   * @param cause what led to it, or null
   */
  public CressException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
