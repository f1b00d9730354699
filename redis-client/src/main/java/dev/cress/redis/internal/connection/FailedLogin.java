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
   * @param failure a failure to connect, or null
   * @return what may be thrown and logged; null if there is no failure
   */
  public static @Nullable Throwable withoutPassword(@Nullable Throwable failure) {
    for (Throwable link = failure; link != null; link = link.getCause()) {
      String message = String.valueOf(link.getMessage());
      int arguments = message.lastIndexOf(ARGUMENTS);
      if (arguments >= 0) {
        return new RedisConnectionException(message.substring(0, arguments));
      }
    }
    return failure;
  }
}
