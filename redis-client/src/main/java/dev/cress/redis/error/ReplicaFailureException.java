package dev.cress.redis.error;

import dev.cress.node.CressException;
import java.util.List;
import java.util.Map;

/**
 * A write was not done on as many copies of its keys as it must be, so the copies may differ: those
 * of {@link #doneOn()} have it, each of the others may or may not have it. To make them equal, set
 * the key as a whole or delete it; to repeat an {@code INCR} or an {@code RPUSH} does it twice
 * there.
 *
 * <p>Each node's own failure is among the {@linkplain Throwable#getSuppressed() suppressed}
 * exceptions. Thread-safe.
 */
public final class ReplicaFailureException extends CressException {

  private static final long serialVersionUID = 1L;

  /** The names of the nodes that have done it. */
  private final String[] doneOn;

  /**
   * Creates a failure.
   *
   * @param command the command's name
   * @param needed on how many nodes it must be done
   * @param doneOn the names of the nodes that have done it
   * @param failures what went wrong on the others, by their names
   */
  public ReplicaFailureException(
      String command, int needed, List<String> doneOn, Map<String, Throwable> failures) {
    super(message(command, needed, doneOn, failures));
    this.doneOn = doneOn.toArray(String[]::new);
    failures.values().forEach(this::addSuppressed);
  }

  // The failure's class only: a server's error text may quote arguments.
  private static String message(
      String command, int needed, List<String> doneOn, Map<String, Throwable> failures) {
    StringBuilder lines = new StringBuilder();
    failures.forEach(
        (node, failure) ->
            lines.append("\n  node %s: %s".formatted(node, failure.getClass().getSimpleName())));
    return "%s must be done on %d of the %d nodes of its keys, but was done on %s"
            .formatted(
                command,
                needed,
                doneOn.size() + failures.size(),
                doneOn.isEmpty() ? "none that tells" : String.join(", ", doneOn) + " only")
        + lines;
  }

  /**
   * The nodes that have done it.
   *
   * @return their names, the owner of the keys first; may be empty
   */
  public List<String> doneOn() {
    return List.of(doneOn);
  }
}
