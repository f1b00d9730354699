package dev.cress.examples;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Collects what an example prints. */
final class Printed {

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  PrintStream out() {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  String text() {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
