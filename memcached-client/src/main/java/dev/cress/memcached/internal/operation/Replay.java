package dev.cress.memcached.internal.operation;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Ends operations with the words that a server would have replied, though they were not sent: their
 * work was done by other operations.
 */
public final class Replay {

  private Replay() {}

  /**
   * Ends an operation with one line.
   *
   * @param operation not sent
   * @param line without its end, such as {@code NOT_FOUND}
   */
  public static void line(TextOperation operation, String line) {
    read(operation, bytes(line + "\r\n"));
  }

  /**
   * Ends a read that finds nothing.
   *
   * @param operation a read of one key, not sent
   */
  public static void miss(TextOperation operation) {
    line(operation, operation instanceof GetAndTouchMeta ? "EN" : "END");
  }

  /**
   * Ends a read with a value.
   *
   * @param operation a read of one key, not sent
   * @param key the key
   * @param item the value
   */
  public static void value(TextOperation operation, byte[] key, MetaItem item) {
    operation.givenTo(CasToken.tag(item.token()));
    String length = Integer.toString(item.data().length);
    String flags = Integer.toUnsignedString(item.flags());
    String cas = CasToken.text(item.token());
    if (operation instanceof GetAndTouchMeta) {
      read(operation, bytes("VA " + length + " f" + flags + " c" + cas + "\r\n"));
      read(operation, item.data());
      read(operation, bytes("\r\n"));
      return;
    }
    read(operation, bytes("VALUE "));
    read(operation, key);
    read(operation, bytes(" " + flags + " " + length + " " + cas + "\r\n"));
    read(operation, item.data());
    read(operation, bytes("\r\nEND\r\n"));
  }

  private static byte[] bytes(String words) {
    return words.getBytes(StandardCharsets.UTF_8);
  }

  private static void read(TextOperation operation, byte[] words) {
    try {
      operation.readFromBuffer(ByteBuffer.wrap(words));
    } catch (IOException e) {
      throw new IllegalStateException("no server replies so", e);
    }
  }
}
