package dev.cress.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Keys that a preset leaves without an owner, by the numbers of their lines: a key itself is never
 * shown. Not thread-safe.
 */
final class Unowned {

  private static final int LINES_SHOWN = 10;

  private final List<Object> lines = new ArrayList<>();
  private long count;
  private String reason = "";

  /** Counts a key that has no line. */
  void add(Exception why) {
    count++;
    reason = String.valueOf(why.getMessage());
  }

  void add(long line, Exception why) {
    add(why);
    if (lines.size() < LINES_SHOWN) {
      lines.add(line);
    }
  }

  long count() {
    return count;
  }

  /** Returns why the last of them has no owner. */
  String reason() {
    return reason;
  }

  Map<String, Object> facts() {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("keysWithoutOwner", count);
    facts.put("linesWithoutOwner", List.copyOf(lines));
    return facts;
  }

  /** Returns a line of text about them, or nothing if there are none. */
  String text() {
    return count == 0
        ? ""
        : "Left out: %d %s without an owner%s; %s.\n"
            .formatted(count, count == 1 ? "key" : "keys", where(), reason);
  }

  private String where() {
    return lines.isEmpty()
        ? ""
        : (count == 1 ? ", in line " : ", in lines ")
            + lines.stream().map(String::valueOf).collect(Collectors.joining(", "))
            + (count > lines.size() ? ", …" : "");
  }
}
