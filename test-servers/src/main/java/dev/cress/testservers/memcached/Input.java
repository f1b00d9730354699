package dev.cress.testservers.memcached;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.EOFException;
import java.io.Flushable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What a client sends, as lines and as blocks. Text is a char per byte, so nothing is lost. */
final class Input {

  private static final int LONGEST_START = 2048;

  private final InputStream in;
  private final Flushable beforeWaiting;
  private byte[] buffer = new byte[16 * 1024];
  private int start;
  private int end;

  /**
   * @param beforeWaiting flushed each time when the client has sent nothing more
   */
  Input(InputStream in, Flushable beforeWaiting) {
    this.in = in;
    this.beforeWaiting = beforeWaiting;
  }

  /** Returns the next byte without taking it, -1 at the end. */
  int peek() throws IOException {
    return start < end || fill() ? buffer[start] & 0xff : -1;
  }

  /**
   * Returns the next line without its end, null where the connection ends. A line that is long and
   * not complete ends it too, unless it is a get: its keys may be many.
   */
  @Nullable String line() throws IOException {
    int length = 0;
    while (true) {
      while (start + length < end) {
        if (buffer[start + length] == '\n') {
          return take(length);
        }
        length++;
      }
      if ((length > LONGEST_START && !startsAsGet()) || !fill()) {
        return null;
      }
    }
  }

  /** A carriage return is part of the line end, but not in a line of nothing else. */
  private String take(int length) {
    int text = length > 1 && buffer[start + length - 1] == '\r' ? length - 1 : length;
    String line = new String(buffer, start, text, ISO_8859_1);
    start += length + 1;
    return line;
  }

  private boolean startsAsGet() {
    String text = new String(buffer, start, 200, ISO_8859_1).stripLeading();
    return text.startsWith("get ") || text.startsWith("gets ");
  }

  /** Returns the next bytes, exactly so many. */
  byte[] block(int length) throws IOException {
    byte[] block = new byte[length];
    int filled = Math.min(length, end - start);
    System.arraycopy(buffer, start, block, 0, filled);
    start += filled;
    if (filled < length) {
      beforeWaiting.flush();
      if (in.readNBytes(block, filled, length - filled) < length - filled) {
        throw new EOFException();
      }
    }
    return block;
  }

  /** Passes over so many bytes. */
  void skip(long length) throws IOException {
    long left = length;
    while (left > 0) {
      if (start == end && !fill()) {
        throw new EOFException();
      }
      int step = (int) Math.min(left, end - start);
      start += step;
      left -= step;
    }
  }

  /** Reads what there is, at least a byte; false at the end of the stream. */
  private boolean fill() throws IOException {
    System.arraycopy(buffer, start, buffer, 0, end - start);
    end -= start;
    start = 0;
    if (end == buffer.length) {
      buffer = Arrays.copyOf(buffer, 2 * end);
    }
    if (in.available() == 0) {
      beforeWaiting.flush();
    }
    int read = in.read(buffer, end, buffer.length - end);
    end += Math.max(read, 0);
    return read > 0;
  }
}
