package dev.cress.memcached;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.testservers.TestNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One real server, looked at and worked on past all clients, by a connection for each question.
 *
 * @param name the node's name
 * @param server the server
 */
record DirectServer(String name, TestNode server) {

  /**
   * What a server has under a key.
   *
   * @param text its data
   * @param flags 32 bits
   * @param ttl the seconds it has left, -1 for no end
   * @param isLeased whether somebody is to fill it
   */
  record Item(String text, long flags, int ttl, boolean isLeased) {

    /** The same apart from the time it has left. */
    boolean isLike(Item other) {
      return text.equals(other.text) && flags == other.flags && isLeased == other.isLeased;
    }
  }

  /** Sends lines and returns those that the server answers. */
  List<String> ask(String... lines) {
    try (Socket socket = new Socket(server.host(), server.port());
        BufferedReader in =
            new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8))) {
      String request = String.join("\r\n", lines) + "\r\nmn\r\n";
      socket.getOutputStream().write(request.getBytes(UTF_8));
      return in.lines().takeWhile(Predicate.not("MN"::equals)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Stores text; the expiration as memcached takes it. */
  void store(String key, String text, long flags, long expiration) {
    String line = "set " + key + " " + flags + " " + expiration + " " + text.length();
    assertThat(ask(line, text)).containsExactly("STORED");
  }

  /** Removes whatever there is, as an eviction would. */
  void evict(String key) {
    assertThat(ask("delete " + key)).containsExactly("DELETED");
  }

  /** Leaves a stub that nobody will fill. */
  void leaveStub(String key, int seconds) {
    assertThat(ask("mg " + key + " N" + seconds + " t").get(0)).contains("W");
  }

  /** Whatever the server has under a key, be it a value or not. */
  Optional<Item> look(String key) {
    List<String> lines = ask("mg " + key + " f t v");
    if (lines.get(0).equals("EN")) {
      return Optional.empty();
    }
    List<String> words = Arrays.asList(lines.get(0).split(" ", -1));
    long flags = Long.parseLong(flag(words, "f"));
    return Optional.of(
        new Item(lines.get(1), flags, Integer.parseInt(flag(words, "t")), words.contains("Z")));
  }

  private static String flag(List<String> words, String name) {
    return words.stream()
        .skip(2)
        .filter(word -> word.startsWith(name))
        .map(word -> word.substring(1))
        .findFirst()
        .orElseThrow();
  }

  boolean holds(String key) {
    return look(key).isPresent();
  }

  /** The data under a key, empty where a stub or a tombstone stands; null if there is nothing. */
  @Nullable String text(String key) {
    return look(key).map(Item::text).orElse(null);
  }
}
