package dev.cress.migration;

import dev.cress.node.CressException;
import org.jspecify.annotations.Nullable;

/** A change of the topology was refused, given up, or could not move a key. */
public class MigrationException extends CressException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates a failure.
   *
   * @param message what failed, naming node and version, never a key
   */
  public MigrationException(String message) {
    super(message);
  }

  /**
   * Creates a failure with a cause.
   *
   * @param message what failed, naming node and version, never a key
   * @param cause what led to it, or null
   */
  public MigrationException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
