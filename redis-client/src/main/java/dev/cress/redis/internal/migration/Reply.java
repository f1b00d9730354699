package dev.cress.redis.internal.migration;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The reply of a script that answers with a word and details. Immutable.
 *
 * @param elements the word, then its details
 */
record Reply(List<Object> elements) {

  String word() {
    return text(0);
  }

  String text(int index) {
    return new String(bytes(index), StandardCharsets.UTF_8);
  }

  byte[] bytes(int index) {
    return (byte[]) elements.get(index);
  }

  long number(int index) {
    return (Long) elements.get(index);
  }
}
