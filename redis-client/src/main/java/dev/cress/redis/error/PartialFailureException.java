package dev.cress.redis.error;

import dev.cress.node.CressException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * Thrown when a command that was split over several nodes, such as MGET or DEL, failed on some or
 * all of them.
 *
 * <p>Only the {@link #failedKeys() failed keys} are in doubt: a write may or may not have happened
 * for each of them. For every other key the command has done its work. Each node's own failure is
 * among the {@linkplain Throwable#getSuppressed() suppressed} exceptions. The message names keys by
 * a hash only.
 *
 * <p>Thread-safe.
 */
public final class PartialFailureException extends CressException {

  private static final long serialVersionUID = 1L;

  /** The encoded keys that failed. */
  private final byte[][] failedKeys;

  /**
   * Creates a failure.
   *
   * @param message what failed and where, without keys or values
   * @param failedKeys the encoded keys whose outcome is unknown, in the caller's order; copied
   * @param causes the failure of each node; kept as suppressed exceptions
   */
  public PartialFailureException(
      String message, List<byte[]> failedKeys, List<? extends Throwable> causes) {
    super(message);
    this.failedKeys = failedKeys.stream().map(byte[]::clone).toArray(byte[][]::new);
    causes.forEach(cause -> addSuppressed(Objects.requireNonNull(cause, "cause")));
  }

  /**
   * Returns the encoded keys that failed, in the caller's order and as often as the caller named
   * them.
   *
   * @return an unmodifiable list of copies, never empty when Cress threw this exception
   */
  public List<byte[]> failedKeys() {
    List<byte[]> copies = new ArrayList<>(failedKeys.length);
    for (byte[] key : failedKeys) {
      copies.add(key.clone());
    }
    return Collections.unmodifiableList(copies);
  }
}
