package dev.cress.memcached.internal.operation;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Collects the bytes of one line of a reply. Not thread-safe. */
final class LineBuffer {

  private static final int LONGEST = 1 << 16;

  private final boolean withCr;
  private byte[] bytes = new byte[64];
  private int length;

  private LineBuffer(boolean withCr) {
    this.withCr = withCr;
  }

  /** For lines that end with CR LF, as nearly all do. */
  static LineBuffer endingWithCrLf() {
    return new LineBuffer(true);
  }

  /** For lines that end with LF, some of them with CR LF: a list of keys is of that kind. */
  static LineBuffer endingWithLf() {
    return new LineBuffer(false);
  }

  /** Takes bytes up to the end of the line; returns the line, or null while it is not complete. */
  @Nullable String read(ByteBuffer data) throws IOException {
    while (data.hasRemaining()) {
      byte next = data.get();
      if (next == '\n') {
        return take();
      }
      append(next);
    }
    return null;
  }

  private void append(byte next) throws IOException {
    if (length == LONGEST) {
      throw new IOException("a line of a reply is longer than " + LONGEST + " bytes");
    }
    if (length == bytes.length) {
      bytes = Arrays.copyOf(bytes, length * 2);
    }
    bytes[length++] = next;
  }

  private String take() throws IOException {
    boolean hasCr = length > 0 && bytes[length - 1] == '\r';
    if (withCr && !hasCr) {
      throw new IOException("a line of a reply does not end with CR LF");
    }
    String line = new String(bytes, 0, hasCr ? length - 1 : length, StandardCharsets.UTF_8);
    length = 0;
    return line;
  }
}
