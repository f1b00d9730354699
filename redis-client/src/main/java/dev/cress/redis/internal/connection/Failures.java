package dev.cress.redis.internal.connection;

import java.util.concurrent.CompletionException;

/** What is behind the failures that stages tell of. */
public final class Failures {

  private Failures() {}

  /**
   * Takes off what {@link java.util.concurrent.CompletionStage} puts around a failure that comes
   * from an earlier stage.
   *
   * @param failure a stage's failure
   * @return the failure of the stage where it began
   */
  public static Throwable cause(Throwable failure) {
    Throwable cause = failure.getCause();
    return failure instanceof CompletionException && cause != null ? cause : failure;
  }
}
