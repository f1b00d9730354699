package dev.cress.memcached.internal.operation;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The one key of Cress' own: its item names the server, and the cache that the server is part of.
 */
public final class ServerKey {

  /** The key. */
  public static final String TEXT = "__cress__:server";

  private static final byte[] BYTES = TEXT.getBytes(StandardCharsets.UTF_8);

  private ServerKey() {}

  /**
   * Tells whether a key is this one.
   *
   * @param key its bytes in UTF-8
   * @return whether it is
   */
  public static boolean is(byte[] key) {
    return Arrays.equals(key, BYTES);
  }
}
