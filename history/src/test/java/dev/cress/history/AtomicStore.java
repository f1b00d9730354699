package dev.cress.history;

import dev.cress.history.Operation.Command;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A map that executes commands one at a time; written apart from {@link StoreKind} so that the
 * tests compare two readings of its semantics. Thread-safe.
 */
final class AtomicStore {
  private static final BigInteger BILLION = BigInteger.TEN.pow(9);

  private final Map<String, String> values = new HashMap<>();

  /** Executes a command and returns the text of its result. */
  synchronized @Nullable String execute(String key, Command command) {
    String argument = command.arguments().isEmpty() ? "" : command.arguments().get(0);
    return switch ((StoreKind) command.kind()) {
      case GET -> values.get(key);
      case SET -> {
        values.put(key, argument);
        yield "OK";
      }
      case DEL -> values.remove(key) != null ? "1" : "0";
      case INCR -> increment(key);
      case SETNX -> String.valueOf(values.putIfAbsent(key, argument) == null);
      case GETSET -> values.put(key, argument);
      case GETDEL -> values.remove(key);
      case APPEND -> {
        String longer = values.merge(key, argument, String::concat);
        yield String.valueOf(longer.length());
      }
      case EXISTS -> values.containsKey(key) ? "1" : "0";
      case CAS -> {
        if (values.replace(key, argument, command.arguments().get(1))) {
          yield "stored";
        }
        yield values.containsKey(key) ? "other" : "absent";
      }
    };
  }

  /** Gives a key a value without a command, or takes it away. */
  synchronized void reset(String key, @Nullable String value) {
    if (value == null) {
      values.remove(key);
    } else {
      values.put(key, value);
    }
  }

  /** Returns the value of a key, null where it is absent. */
  synchronized @Nullable String peek(String key) {
    return values.get(key);
  }

  private String increment(String key) {
    String value = values.getOrDefault(key, "0");
    if (!value.matches("0|-?[1-9][0-9]*") || new BigInteger(value).compareTo(BILLION) >= 0) {
      return StoreKind.ERROR;
    }
    String sum = new BigInteger(value).add(BigInteger.ONE).toString();
    values.put(key, sum);
    return sum;
  }
}
