package dev.cress.testservers.memcached;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;

/** A reply of several lines and blocks. Not thread-safe. */
final class Reply {

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  Reply line(String text) {
    return block(text.getBytes(ISO_8859_1));
  }

  /** Adds text that brings its line end. */
  Reply text(String text) {
    bytes.writeBytes(text.getBytes(ISO_8859_1));
    return this;
  }

  Reply block(byte[] block) {
    bytes.writeBytes(block);
    bytes.write('\r');
    bytes.write('\n');
    return this;
  }

  Step step() {
    return Step.reply(bytes.toByteArray());
  }
}
