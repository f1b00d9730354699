package dev.cress.redis.internal.migration;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The reply of a script that answers with a word and details. Immutable.
 *
 * @param elements the word, then its details
 */
record Reply(List<Object> elements) {

  /** The answers for each key of a script that was called for many. */
  List<Reply> parts() {
    List<Reply> parts = new ArrayList<>();
    for (int i = 0; i < elements.size(); ) {
      int end = i + 1 + (int) number(i);
      parts.add(new Reply(elements.subList(i + 1, end)));
      i = end;
    }
    return parts;
  }

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
