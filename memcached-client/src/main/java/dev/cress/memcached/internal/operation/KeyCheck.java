package dev.cress.memcached.internal.operation;

import java.nio.charset.StandardCharsets;
import net.spy.memcached.MemcachedClientIF;

/**
 * Refuses keys that memcached's text protocol cannot carry. A control character would end the key
 * or the line, and what follows would be taken for another command.
 */
public final class KeyCheck {

  private static final int DELETE = 0x7f;

  private KeyCheck() {}

  /**
   * The bytes of a key as they are sent.
   *
   * @param key a caller's key
   * @return its bytes in UTF-8
   * @throws IllegalArgumentException if it has half of a surrogate pair: that has no bytes of its
   *     own, and two keys would become one
   */
  public static byte[] bytes(String key) {
    for (int i = 0; i < key.length(); i++) {
      if (Character.isSurrogate(key.charAt(i))) {
        if (Character.charCount(key.codePointAt(i)) == 1) {
          throw new IllegalArgumentException(
              "a key must have both halves of a surrogate pair but had one only at index " + i);
        }
        i++;
      }
    }
    return key.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Checks a key.
   *
   * @param key its bytes in UTF-8
   * @throws IllegalArgumentException unless it has 1 to 250 bytes, none of them white space or a
   *     control character, or if it is {@link ServerKey}; the message contains no key of a caller
   */
  public static void check(byte[] key) {
    if (!hasLength(key)) {
      throw new IllegalArgumentException(
          "a key must have 1 to "
              + MemcachedClientIF.MAX_KEY_LENGTH
              + " bytes in UTF-8 but had "
              + key.length);
    }
    int at = firstForbidden(key);
    if (at >= 0) {
      throw new IllegalArgumentException(
          "a key must have no white space or control character but had 0x%02x at byte %d"
              .formatted(key[at], at));
    }
    if (ServerKey.is(key)) {
      throw new IllegalArgumentException(
          "a key must not be " + ServerKey.TEXT + ", which Cress uses");
    }
  }

  /**
   * Tells whether a key can be used as it is. A client that hashes long keys takes all others too,
   * {@link ServerKey} among them, and stores them under a digest.
   *
   * @param key its bytes in UTF-8
   * @return whether {@link #check} lets it pass
   */
  public static boolean accepts(byte[] key) {
    return hasLength(key) && firstForbidden(key) < 0 && !ServerKey.is(key);
  }

  private static boolean hasLength(byte[] key) {
    return key.length > 0 && key.length <= MemcachedClientIF.MAX_KEY_LENGTH;
  }

  private static int firstForbidden(byte[] key) {
    for (int i = 0; i < key.length; i++) {
      byte b = key[i];
      if ((b >= 0 && b <= ' ') || b == DELETE) {
        return i;
      }
    }
    return -1;
  }
}
