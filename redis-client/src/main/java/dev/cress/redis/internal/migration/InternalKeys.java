package dev.cress.redis.internal.migration;

import dev.cress.migration.Fence;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** The names of our own keys on a server. All share one prefix, which users may not use. */
public final class InternalKeys {

  /** The prefix of every internal key. */
  public static final String PREFIX = "__cress__:";

  static final byte[] OUT = bytes(PREFIX + "out");
  static final byte[] IN = bytes(PREFIX + "in");

  /** The fences of a server, which outlive everything else on it. */
  static final List<byte[]> FENCES = List.of(OUT, IN);

  private static final byte[] PREFIX_BYTES = bytes(PREFIX);

  private InternalKeys() {}

  /**
   * Tells whether a key is one of ours.
   *
   * @param bytes holds the key
   * @param from its first byte
   * @param to behind its last byte
   * @return whether it has our prefix
   */
  public static boolean isInternal(byte[] bytes, int from, int to) {
    int end = from + PREFIX_BYTES.length;
    return end <= to
        && bytes[from] == '_'
        && Arrays.equals(bytes, from, end, PREFIX_BYTES, 0, PREFIX_BYTES.length);
  }

  static byte[] fence(Fence.Role role) {
    return role == Fence.Role.OUT ? OUT : IN;
  }

  static byte[] marks(long version) {
    return bytes(PREFIX + "marks:" + version);
  }

  static byte[] probe(String id) {
    return bytes(PREFIX + "probe:" + id);
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
