package dev.cress.redis.history;

import dev.cress.redis.history.Operation.Command;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A map that executes commands one at a time; written apart from {@link Kind} so that the tests
 * compare two readings of Redis' semantics. Thread-safe.
 */
final class AtomicStore {
  private final Map<String, String> values = new HashMap<>();

  /** Executes a command and returns the text of its result. */
  synchronized @Nullable String execute(String key, Command command) {
    String argument = command.argument();
    return switch (command.kind()) {
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
        yield String.valueOf(longer.getBytes(StandardCharsets.UTF_8).length);
      }
      case EXISTS -> values.containsKey(key) ? "1" : "0";
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
    if (!value.matches("0|-?[1-9][0-9]*") || tooLarge(new BigInteger(value).add(BigInteger.ONE))) {
      return Kind.ERROR;
    }
    String sum = new BigInteger(value).add(BigInteger.ONE).toString();
    values.put(key, sum);
    return sum;
  }

  private static boolean tooLarge(BigInteger number) {
    return number.bitLength() > 63;
  }
}
