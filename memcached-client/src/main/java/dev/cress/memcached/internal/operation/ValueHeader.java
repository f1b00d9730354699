package dev.cress.memcached.internal.operation;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The line before a value: {@code VALUE key flags length [cas]}.
 *
 * @param key the key
 * @param flags 32 bits, taken as they are
 * @param length of the value in bytes
 * @param cas the CAS token, 0 if there is none
 */
record ValueHeader(String key, int flags, int length, long cas) {

  /** Reads a line; null if it is none of this kind. */
  static @Nullable ValueHeader parse(String line) throws IOException {
    if (!line.startsWith("VALUE ")) {
      return null;
    }
    String[] parts = line.split(" ", -1);
    if (parts.length < 4 || parts.length > 5) {
      throw new IOException("a value has a header of " + parts.length + " words");
    }
    try {
      return new ValueHeader(
          parts[1],
          Integer.parseUnsignedInt(parts[2]),
          Integer.parseInt(parts[3]),
          parts.length == 5 ? Long.parseUnsignedLong(parts[4]) : 0);
    } catch (NumberFormatException e) {
      throw new IOException("a value has a header without its numbers", e);
    }
  }
}
