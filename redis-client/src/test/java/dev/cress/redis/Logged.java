package dev.cress.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;

/** What is logged, or else printed to standard error, until this is closed. */
final class Logged implements AutoCloseable {

  private final PrintStream before = System.err;
  private final ByteArrayOutputStream log = new ByteArrayOutputStream();

  Logged() {
    System.setErr(new PrintStream(log, true, UTF_8));
  }

  /** What was logged so far. */
  String text() {
    return log.toString(UTF_8);
  }

  @Override
  public void close() {
    System.setErr(before);
  }
}
