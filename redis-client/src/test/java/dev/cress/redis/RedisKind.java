package dev.cress.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.cress.history.Kind;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Redis' commands on strings. Results are the text of what Lettuce answers: {@code "OK"}, {@code
 * "1"}, {@code "true"}, the value, or null.
 */
enum RedisKind implements Kind {
  /** Answers the value. */
  GET,
  /** Sets the value to the argument; answers {@code "OK"}. */
  SET,
  /** Removes the value; answers {@code "1"}, or {@code "0"} where there was none. */
  DEL,
  /** Adds one, an absent value being 0; answers the sum, or {@link #ERROR} without effect. */
  INCR,
  /** Sets the value where there is none; answers {@code "true"}, else {@code "false"}. */
  SETNX,
  /** Sets the value to the argument; answers the value before. */
  GETSET,
  /** Removes the value; answers the value before. */
  GETDEL,
  /** Appends the argument; answers the length of the new value in bytes of UTF-8. */
  APPEND,
  /** Answers {@code "1"}, or {@code "0"} where there is no value. */
  EXISTS;

  /** The result of INCR on a value that is no 64-bit integer or is the greatest one. */
  static final String ERROR = "(error)";

  @Override
  public List<Step> steps(@Nullable String value, List<String> arguments) {
    return List.of(step(value, arguments.isEmpty() ? "" : arguments.get(0)));
  }

  private Step step(@Nullable String value, String argument) {
    return switch (this) {
      case GET -> new Step(value, value);
      case SET -> new Step(argument, "OK");
      case DEL -> new Step(null, value == null ? "0" : "1");
      case INCR -> increment(value);
      case SETNX -> value == null ? new Step(argument, "true") : new Step(value, "false");
      case GETSET -> new Step(argument, value);
      case GETDEL -> new Step(null, value);
      case APPEND -> append(Objects.requireNonNullElse(value, ""), argument);
      case EXISTS -> new Step(value, value == null ? "0" : "1");
    };
  }

  @Override
  public boolean readsOnly() {
    return this == GET || this == EXISTS;
  }

  @Override
  public int arguments() {
    return this == SET || this == SETNX || this == GETSET || this == APPEND ? 1 : 0;
  }

  @Override
  public Kind effect() {
    return switch (this) {
      case GETSET -> SET;
      case GETDEL -> DEL;
      default -> this;
    };
  }

  private static Step append(String value, String argument) {
    String longer = value + argument;
    return new Step(longer, Integer.toString(longer.getBytes(UTF_8).length));
  }

  private static Step increment(@Nullable String value) {
    if (value == null) {
      return new Step("1", "1");
    }
    try {
      long number = Long.parseLong(value);
      // Redis reads a number only in the form in which it writes one: no "+1", no "01".
      if (number < Long.MAX_VALUE && Long.toString(number).equals(value)) {
        String sum = Long.toString(number + 1);
        return new Step(sum, sum);
      }
    } catch (NumberFormatException notANumber) {
      // answered below
    }
    return new Step(value, ERROR);
  }
}
