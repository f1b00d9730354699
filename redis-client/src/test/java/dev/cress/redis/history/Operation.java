package dev.cress.redis.history;

import org.jspecify.annotations.Nullable;

/**
 * One command on one key, as its client saw it. Immutable.
 *
 * @param client who sent it; for the report only
 * @param key the key; the checker treats keys apart
 * @param command what was asked for
 * @param invoked a time before the command was sent, on the clock that all clients share
 * @param outcome how it ended
 */
public record Operation(String client, String key, Command command, long invoked, Outcome outcome) {

  /** Rejects an operation that returned before it was invoked. */
  public Operation {
    if (outcome instanceof Outcome.Returned returned && returned.at() < invoked) {
      throw new IllegalArgumentException(
          "returned must be at or after invoked, " + invoked + ", but was " + returned.at());
    }
  }

  /**
   * A command without its key.
   *
   * @param kind which command
   * @param argument its argument, "" for a kind that takes none
   */
  public record Command(Kind kind, String argument) {
    /** Returns the plainest command with the same effect; its result may be another. */
    Command effect() {
      return switch (kind) {
        case GETSET -> new Command(Kind.SET, argument);
        case GETDEL -> new Command(Kind.DEL, argument);
        default -> this;
      };
    }

    @Override
    public String toString() {
      return kind.takesArgument() ? kind + " " + quoted(argument) : kind.toString();
    }
  }

  /** Returns the time at which the client had the answer, or the greatest number: never. */
  long ended() {
    return outcome instanceof Outcome.Returned returned ? returned.at() : Long.MAX_VALUE;
  }

  /** Returns whether the operation matters to others: it may have had an effect or was answered. */
  boolean counts() {
    return outcome instanceof Outcome.Returned
        || (outcome instanceof Outcome.Unknown && !command.kind().readsOnly());
  }

  /** Returns one line of a report: client, times, command and outcome. */
  @Override
  public String toString() {
    String end = outcome instanceof Outcome.Returned returned ? returned.at() + "]" : "...)";
    return String.format("%-10s [%d, %s  %s -> %s", client, invoked, end, command, outcome);
  }

  static String quoted(@Nullable String value) {
    return value == null ? "absent" : '"' + value + '"';
  }
}
