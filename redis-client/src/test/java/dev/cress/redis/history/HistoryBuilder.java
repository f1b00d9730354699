package dev.cress.redis.history;

import dev.cress.redis.history.Operation.Command;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes small histories of one key by hand. Not thread-safe. */
final class HistoryBuilder {
  private final List<Operation> operations = new ArrayList<>();

  /** Adds a command that ran alone, after all before it. */
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
    operations.add(new Operation(client, "k", new Command(kind, argument), invoked, outcome));
    return this;
  }
}
