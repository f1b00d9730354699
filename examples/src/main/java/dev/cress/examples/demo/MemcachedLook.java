package dev.cress.examples.demo;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.cress.node.Node;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Looks at keys on single servers, past all clients: spymemcached cannot ask for what is left of a
 * key's life. Thread-safe.
 */
final class MemcachedLook implements AutoCloseable {

  private static final int TIMEOUT_MILLIS = 10_000;

  private final ExecutorService thread = Executors.newSingleThreadExecutor();

  /** Used by the thread alone. */
  private final Map<Node, Line> lines = new HashMap<>();

  /** Answers what this server says of this key, by a meta get that changes nothing. */
  CompletionStage<TimeLeft> at(Node node, String key) {
    return CompletableFuture.supplyAsync(
        () -> timeLeft(lines.computeIfAbsent(node, Line::new).ask("mg " + key + " t")), thread);
  }

  private static TimeLeft timeLeft(String reply) {
    if (reply.equals("EN")) {
      return TimeLeft.NO_KEY;
    }
    if (!reply.startsWith("HD t")) {
      throw new IllegalStateException("memcached replied to mg: " + reply);
    }
    long seconds = Long.parseLong(reply.substring("HD t".length()));
    return seconds == -1 ? TimeLeft.ENDLESS : TimeLeft.millis(seconds * 1_000);
  }

  @Override
  public void close() {
    thread.execute(() -> lines.values().forEach(Line::close));
    thread.shutdown();
  }

  /** A connection by which a line is sent and a line comes back. */
  private static final class Line {

    private final Socket socket;
    private final BufferedReader replies;

    Line(Node node) {
      try {
        socket = new Socket(node.host(), node.port());
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.setTcpNoDelay(true);
        replies = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    String ask(String line) {
      try {
        socket.getOutputStream().write((line + "\r\n").getBytes(US_ASCII));
        return String.valueOf(replies.readLine());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    void close() {
      try {
        socket.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
