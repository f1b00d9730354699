package dev.cress.history;

import dev.cress.history.Operation.Command;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes small histories of one key by hand; {@code ">"} parts two arguments. Not thread-safe. */
final class HistoryBuilder {
  private final List<Operation> operations = new ArrayList<>();

  /** Adds a command that ran alone, after all before it; an argument of "" may stand for none. */
  HistoryBuilder then(Kind kind, String argument, @Nullable String result) {
    long now = 10L * (operations.size() + 1);
    return during(now, now + 5, kind, argument, result);
  }

  /** Adds an answered command that ran from {@code invoked} to {@code returned}. */
  HistoryBuilder during(
      long invoked, long returned, Kind kind, String argument, @Nullable String result) {
    return add(invoked, kind, argument, new Outcome.Returned(result, returned));
  }

  /** Adds a command of unknown outcome. */
  HistoryBuilder unknown(long invoked, Kind kind, String argument) {
    return add(invoked, kind, argument, new Outcome.Unknown());
  }

  /** Adds a command that failed without effect. */
  HistoryBuilder refused(long invoked, Kind kind, String argument) {
    return add(invoked, kind, argument, new Outcome.NoEffect());
  }

  List<Operation> operations() {
    return List.copyOf(operations);
  }

  private HistoryBuilder add(long invoked, Kind kind, String argument, Outcome outcome) {
    String client = "client-" + (operations.size() + 1);
    List<String> arguments = kind.arguments() == 0 ? List.of() : List.of(argument.split(">", -1));
    operations.add(new Operation(client, "k", new Command(kind, arguments), invoked, outcome));
    return this;
  }
}
