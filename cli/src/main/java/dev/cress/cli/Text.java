package dev.cress.cli;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Plain text for people: one line, numbers, aligned tables. */
final class Text {

  private static final String GAP = "  ";
  private static final int LONGEST = 4_000;

  private Text() {}

  /** Returns the text with line breaks as spaces and other control characters made visible. */
  static String oneLine(String text) {
    StringBuilder line = new StringBuilder();
    text.strip()
        .replaceAll("\\s*\\R\\s*", " ")
        .chars()
        .forEach(
            c -> {
              if (Character.isISOControl(c)) {
                line.append(String.format("\\u%04x", c));
              } else {
                line.append((char) c);
              }
            });
    return line.toString();
  }

  /** Returns a text of which only the beginning and the end are left if it is very long. */
  static String shortened(String text) {
    return text.length() <= LONGEST
        ? text
        : text.substring(0, LONGEST / 2) + " … " + text.substring(text.length() - LONGEST / 2);
  }

  /** Returns why a file cannot be used, without its name and without the words of a program. */
  static String reason(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    } else if (e instanceof NoSuchFileException) {
      return "there is no such file";
    } else if (e instanceof CharacterCodingException) {
      return "it is no text in UTF-8";
    }
    String reason = e instanceof FileSystemException known ? known.getReason() : e.getMessage();
    return Objects.requireNonNullElse(reason, e.getClass().getSimpleName());
  }

  /** Returns a share as a percentage with two decimals, or a dash if it is none. */
  static String percent(double share) {
    return Double.isFinite(share) ? String.format(Locale.ROOT, "%.2f%%", 100 * share) : "-";
  }

  /** Returns a number with three decimals, such as 1.042, or a dash if it is none. */
  static String ratio(double ratio) {
    return Double.isFinite(ratio) ? String.format(Locale.ROOT, "%.3f", ratio) : "-";
  }

  /** Returns a number without decimals if it has none. */
  static String number(double number) {
    return number == Math.rint(number) && Math.abs(number) < 1e15
        ? Long.toString((long) number)
        : Double.toString(number);
  }

  /**
   * Returns lines in which columns are aligned: the first columns to the left, the others, which
   * are numbers, to the right.
   *
   * @param leftColumns how many columns are text
   * @param rows the head and then the rows, all of one length
   */
  static String table(int leftColumns, List<List<String>> rows) {
    int[] widths =
        IntStream.range(0, rows.get(0).size())
            .map(c -> rows.stream().mapToInt(row -> length(oneLine(row.get(c)))).max().orElse(0))
            .toArray();
    return rows.stream()
        .map(row -> line(leftColumns, row, widths).stripTrailing() + "\n")
        .collect(Collectors.joining());
  }

  private static String line(int leftColumns, List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < widths.length; column++) {
      String cell = oneLine(row.get(column));
      String padding = " ".repeat(widths[column] - length(cell));
      line.append(column == 0 ? "" : GAP)
          .append(column < leftColumns ? cell + padding : padding + cell);
    }
    return line.toString();
  }

  private static int length(String cell) {
    return cell.codePointCount(0, cell.length());
  }
}
