package dev.cress.memcached;

import dev.cress.history.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * memcached's commands. Results are the text of what spymemcached answers: {@code "true"}, the
 * number, the name of a {@code CASResponse}, the value, or null.
 *
 * <p>The server may leave blanks behind a number that got shorter. Record the value of a counter
 * without them; append nothing to a counter.
 */
enum MemcachedKind implements Kind {
  /** Answers the value; stands for gets and get-and-touch too. */
  GET(0),
  /** Sets the value to the argument; answers {@code "true"}. */
  SET(1),
  /** Sets the value where there is none; answers {@code "true"}, else {@code "false"}. */
  ADD(1),
  /** Removes the value; answers {@code "true"}, or {@code "false"} where there was none. */
  DELETE(0),
  /**
   * Adds the argument, modulo 2<sup>64</sup>; answers the sum, {@link #NO_COUNTER} where there is
   * no value, or {@link #ERROR} where it is no number, both without effect.
   */
  INCR(1),
  /** Takes the argument off, down to 0; otherwise as INCR. */
  DECR(1),
  /**
   * Counts up by the first argument, or sets the second where there is no value; answers the new
   * value. The client asks first and adds then; a value that is gone again when its add is refused
   * makes it answer {@link #NO_COUNTER}.
   */
  INCR_OR_ADD(2),
  /** As INCR_OR_ADD, but counts down as far as 0. */
  DECR_OR_ADD(2),
  /** Sets the value where there is one; answers {@code "true"}, else {@code "false"}. */
  REPLACE(1),
  /** Appends the argument to a value; answers {@code "true"}, or {@code "false"} without one. */
  APPEND(1),
  /** As APPEND, but before the value. */
  PREPEND(1),
  /** Gives the value another expiry; answers {@code "true"}, or {@code "false"} without one. */
  TOUCH(0),
  /**
   * Sets the value to the second argument if nobody wrote since the client read the first; answers
   * {@code "OK"}, {@code "EXISTS"} or {@code "NOT_FOUND"}. Numbers for CAS are opaque: a value that
   * moved or was written again is the same value with another number. So EXISTS is right for every
   * value, and OK for the one that was read.
   */
  CAS(2);

  /** The result of INCR and DECR where there is no value. */
  static final String NO_COUNTER = "-1";

  /** The result of INCR and DECR on a value that is no unsigned 64-bit integer. */
  static final String ERROR = "(error)";

  private final int arguments;

  MemcachedKind(int arguments) {
    this.arguments = arguments;
  }

  @Override
  public int arguments() {
    return arguments;
  }

  @Override
  public boolean readsOnly() {
    return this == GET || this == TOUCH;
  }

  @Override
  public List<Step> steps(@Nullable String value, List<String> arguments) {
    return switch (this) {
      case GET -> one(value, value);
      case SET -> one(arguments.get(0), "true");
      case ADD -> value == null ? one(arguments.get(0), "true") : one(value, "false");
      case DELETE -> one(null, value == null ? "false" : "true");
      case INCR, DECR -> count(value, by(arguments));
      case INCR_OR_ADD, DECR_OR_ADD ->
          value == null ? addFirst(arguments) : count(value, by(arguments));
      case REPLACE -> value == null ? one(null, "false") : one(arguments.get(0), "true");
      case APPEND -> value == null ? one(null, "false") : one(value + arguments.get(0), "true");
      case PREPEND -> value == null ? one(null, "false") : one(arguments.get(0) + value, "true");
      case TOUCH -> one(value, value == null ? "false" : "true");
      case CAS -> compareAndSet(value, arguments.get(0), arguments.get(1));
    };
  }

  private static List<Step> one(@Nullable String value, @Nullable String result) {
    return List.of(new Step(value, result));
  }

  private static long by(List<String> arguments) {
    return Long.parseUnsignedLong(arguments.get(0));
  }

  private static List<Step> addFirst(List<String> arguments) {
    String initial = arguments.get(1);
    return List.of(new Step(initial, initial), new Step(null, NO_COUNTER));
  }

  private List<Step> count(@Nullable String value, long by) {
    if (value == null) {
      return one(null, NO_COUNTER);
    }
    if (!value.matches("[0-9]{1,20}")) {
      return one(value, ERROR);
    }
    try {
      String number = Long.toUnsignedString(counted(Long.parseUnsignedLong(value), by));
      return one(number, number);
    } catch (NumberFormatException tooLarge) {
      return one(value, ERROR);
    }
  }

  private long counted(long number, long by) {
    if (this == INCR || this == INCR_OR_ADD) {
      return number + by;
    }
    return Long.compareUnsigned(number, by) < 0 ? 0 : number - by;
  }

  private static List<Step> compareAndSet(@Nullable String value, String read, String update) {
    if (value == null) {
      return one(null, "NOT_FOUND");
    }
    Step exists = new Step(value, "EXISTS");
    return value.equals(read) ? List.of(new Step(update, "OK"), exists) : List.of(exists);
  }
}
