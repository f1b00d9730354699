package dev.cress.testservers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A file of exchanges with a server: titles, what is sent and what must come back.
 *
 * <pre>
 * == a title: the exchanges below have a connection of their own and an empty server
 * > a line to send
 * >- bytes to send, no line end is added
 * < a line that must come back, and nothing before it
 * < CLOSED
 * # a remark
 * </pre>
 *
 * @param title what the exchanges show
 * @param lines the lines below the title
 */
record ExchangeScript(String title, List<Line> lines) {

  /**
   * One line of the file.
   *
   * @param where file and number, for failures
   * @param text the line, its mark included
   */
  record Line(String where, String text) {}

  /** Returns the scripts of a file among the test resources. */
  static List<ExchangeScript> load(String file) {
    List<ExchangeScript> scripts = new ArrayList<>();
    int number = 0;
    for (String text : read(file).lines().toList()) {
      number++;
      if (text.startsWith("== ")) {
        scripts.add(new ExchangeScript(file + ": " + text.substring(3), new ArrayList<>()));
      } else if (text.startsWith(">") || text.startsWith("<")) {
        scripts.get(scripts.size() - 1).lines().add(new Line(file + ":" + number, text));
      } else if (!text.isEmpty() && !text.startsWith("#")) {
        throw new IllegalArgumentException(file + ":" + number + " has no mark: " + text);
      }
    }
    return scripts;
  }

  private static String read(String file) {
    try (InputStream in = ExchangeScript.class.getResourceAsStream("memcached/" + file)) {
      return new String(Objects.requireNonNull(in, file).readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
