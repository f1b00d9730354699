package dev.cress.history;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a command does to the value of its key, as a pure function. A value is a string, or null
 * where the key is absent. A result is the text of what the store's client answers, or null. Each
 * store has its own kinds, most simply an enum. Implementations are immutable, have a {@code
 * toString()} that names the command in a report, and are equal only to themselves.
 */
public interface Kind {

  /** Returns how many arguments this command takes; at least 0. */
  int arguments();

  /** Returns whether this command never changes a value. */
  boolean readsOnly();

  /**
   * Returns what this command may do to a value, in the order of trying. It is one step for nearly
   * all commands, and several where the store is free to choose.
   *
   * @param value the value before, null where the key is absent
   * @param arguments as many as this command takes
   * @return at least one step
   */
  List<Step> steps(@Nullable String value, List<String> arguments);

  /**
   * Returns the plainest command that changes values as this one does with the same arguments; its
   * result may be another. Two commands of unknown outcome with one effect stand in for each other,
   * which shortens the search. By default this command.
   */
  default Kind effect() {
    return this;
  }

  /**
   * One way for a command to take effect. Immutable.
   *
   * @param value the value afterwards, null where the key is absent then
   * @param result what the command answers
   */
  record Step(@Nullable String value, @Nullable String result) {}
}
