package dev.cress.cli;

import org.jspecify.annotations.Nullable;

/** A failure that its message explains in full: what failed, for which value, and the remedy. */
final class CliException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  CliException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
