package dev.cress.history;

import java.util.List;
import java.util.stream.Collectors;
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
   * A command without its key. Immutable.
   *
   * @param kind which command
   * @param arguments as many as its kind takes
   */
  public record Command(Kind kind, List<String> arguments) {

    /** Copies the arguments, and rejects a wrong number of them. */
    public Command {
      arguments = List.copyOf(arguments);
      if (arguments.size() != kind.arguments()) {
        throw new IllegalArgumentException(
            "arguments of "
                + kind
                + " must be "
                + kind.arguments()
                + " but were "
                + arguments.size());
      }
    }

    /** Returns the plainest command with the same effect; its result may be another. */
    Command effect() {
      return new Command(kind.effect(), arguments);
    }

    /** Returns the kind and the quoted arguments. */
    @Override
    public String toString() {
      return kind
          + arguments.stream().map(text -> " " + quoted(text)).collect(Collectors.joining());
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
