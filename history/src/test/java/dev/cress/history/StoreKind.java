package dev.cress.history;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The commands of the store on which these tests run: neither Redis' nor memcached's. */
enum StoreKind implements Kind {
  /** Answers the value. */
  GET(0),
  /** Sets the value to the argument; answers {@code "OK"}. */
  SET(1),
  /** Removes the value; answers {@code "1"}, or {@code "0"} where there was none. */
  DEL(0),
  /** Adds one to a number below a billion, none being 0; answers the sum or {@link #ERROR}. */
  INCR(0),
  /** Sets the value where there is none; answers {@code "true"}, else {@code "false"}. */
  SETNX(1),
  /** Sets the value to the argument; answers the value before. */
  GETSET(1),
  /** Removes the value; answers the value before. */
  GETDEL(0),
  /** Appends the argument; answers the length of the new value. */
  APPEND(1),
  /** Answers {@code "1"}, or {@code "0"} where there is no value. */
  EXISTS(0),
  /**
   * Sets the value to the second argument where it is the first; answers {@code "stored"}, {@code
   * "other"} or {@code "absent"}. It may take any value for another.
   */
  CAS(2);

  static final String ERROR = "(error)";

  private final int arguments;

  StoreKind(int arguments) {
    this.arguments = arguments;
  }

  @Override
  public int arguments() {
    return arguments;
  }

  @Override
  public boolean readsOnly() {
    return this == GET || this == EXISTS;
  }

  @Override
  public Kind effect() {
    return switch (this) {
      case GETSET -> SET;
      case GETDEL -> DEL;
      default -> this;
    };
  }

  @Override
  public List<Step> steps(@Nullable String value, List<String> arguments) {
    return switch (this) {
      case GET -> one(value, value);
      case SET -> one(arguments.get(0), "OK");
      case DEL -> one(null, value == null ? "0" : "1");
      case INCR -> increment(Objects.requireNonNullElse(value, "0"));
      case SETNX -> value == null ? one(arguments.get(0), "true") : one(value, "false");
      case GETSET -> one(arguments.get(0), value);
      case GETDEL -> one(null, value);
      case APPEND -> append(Objects.requireNonNullElse(value, "") + arguments.get(0));
      case EXISTS -> one(value, value == null ? "0" : "1");
      case CAS -> compareAndSet(value, arguments.get(0), arguments.get(1));
    };
  }

  private static List<Step> one(@Nullable String value, @Nullable String result) {
    return List.of(new Step(value, result));
  }

  private static List<Step> append(String longer) {
    return one(longer, "" + longer.length());
  }

  private static List<Step> increment(String value) {
    if (!value.matches("0|[1-9][0-9]{0,8}")) {
      return one(value, ERROR);
    }
    String sum = "" + (Integer.parseInt(value) + 1);
    return one(sum, sum);
  }

  private static List<Step> compareAndSet(@Nullable String value, String expected, String update) {
    if (value == null) {
      return one(null, "absent");
    }
    Step other = new Step(value, "other");
    return value.equals(expected) ? List.of(new Step(update, "stored"), other) : List.of(other);
  }
}
