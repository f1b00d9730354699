package dev.cress.redis.internal.connection;

import io.lettuce.core.RedisConnectionException;
import org.jspecify.annotations.Nullable;

/**
 * Keeps passwords out of failures to connect. A server that does not know {@code HELLO} or {@code
 * AUTH}, because they were renamed, answers with the first arguments of what it did not understand,
 * and those are user and password.
 */
public final class FailedLogin {

  private static final String ARGUMENTS = ", with args beginning with";

  private FailedLogin() {}

  /**
   * The failure itself, or one in its place that has its text up to the arguments.
   *
   * @param failure a failure to connect
   * @return what may be thrown and logged
   */
  public static Throwable withoutPassword(Throwable failure) {
    String text = textBeforeArguments(failure);
    return text == null ? failure : new RedisConnectionException(text);
  }

  /* Of the first that has any, among the failure, what is behind it and what it suppressed. */
  private static @Nullable String textBeforeArguments(Throwable failure) {
    String message = String.valueOf(failure.getMessage());
    int arguments = message.indexOf(ARGUMENTS);
    if (arguments >= 0) {
      return message.substring(0, arguments);
    }
    Throwable cause = failure.getCause();
    String text = cause == null ? null : textBeforeArguments(cause);
    for (Throwable suppressed : failure.getSuppressed()) {
      text = text == null ? textBeforeArguments(suppressed) : text;
    }
    return text;
  }
}
