package dev.cress.redis.error;

import dev.cress.node.CressException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a command that went to several nodes failed on some or all of them: one that was
 * split by its keys, such as MGET or DEL, or one that is about all nodes, such as FLUSHDB or KEYS.
 *
 * <p>Of a split command only the {@link #failedKeys() failed keys} are in doubt: a write may or may
 * not have happened for each of them. For every other key the command has done its work. A command
 * about all nodes has done it on those that the message does not name, and names no keys. Each
 * node's own failure is among the {@linkplain Throwable#getSuppressed() suppressed} exceptions. The
 * message names keys by a hash only.
 *
 * <p>Thread-safe.
 */
public final class PartialFailureException extends CressException {

  private static final long serialVersionUID = 1L;

  /** The encoded keys that failed. */
  private final byte[][] failedKeys;

  /** Why, key by key. */
  private final Throwable[] reasons;

  private final transient @Nullable Object partialReply;

  /**
   * Creates a failure.
   *
   * @param message what failed and where, without keys or values
   * @param failedKeys the encoded keys whose outcome is unknown, in the caller's order; copied
   * @param reasons for each failed key the failure of its node
   * @param causes the failure of each node; kept as suppressed exceptions
   * @param partialReply see {@link #partialReply()}
   */
  public PartialFailureException(
      String message,
      List<byte[]> failedKeys,
      List<? extends Throwable> reasons,
      List<? extends Throwable> causes,
      @Nullable Object partialReply) {
    super(message);
    this.failedKeys = failedKeys.stream().map(byte[]::clone).toArray(byte[][]::new);
    this.reasons = reasons.toArray(Throwable[]::new);
    this.partialReply = partialReply;
    causes.forEach(cause -> addSuppressed(Objects.requireNonNull(cause, "cause")));
  }

  /**
   * Returns the encoded keys that failed, in the caller's order and as often as the caller named
   * them.
   *
   * @return an unmodifiable list of copies; empty for a command about all nodes
   */
  public List<byte[]> failedKeys() {
    List<byte[]> copies = new ArrayList<>(failedKeys.length);
    for (byte[] key : failedKeys) {
      copies.add(key.clone());
    }
    return Collections.unmodifiableList(copies);
  }

  /**
   * Returns why each of the {@link #failedKeys() failed keys} failed, in the same order. {@link
   * NodeUnavailableException} and {@link OutcomeUnknownException} name the node in their message.
   *
   * @return an unmodifiable list, as long as that of the failed keys; what failed on each node is
   *     among the suppressed exceptions
   */
  public List<Throwable> reasons() {
    return List.of(reasons);
  }

  /**
   * Returns what the nodes that are well have answered: for MGET a {@code List<KeyValue<K, V>>} as
   * the command gives it, where a {@link #failedKeys() failed key} has no value; for DEL, UNLINK,
   * EXISTS and TOUCH the {@code Long} without the failed keys.
   *
   * @return the reply; empty for MSET, for a command about all nodes, for one that streams its
   *     values to a channel or that was dispatched with another output, and after serialization
   */
  public Optional<Object> partialReply() {
    return Optional.ofNullable(partialReply);
  }
}
