package dev.cress.memcached.internal.operation;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * A key that memcached would refuse, stored under a digest. The value says whose it is. Immutable.
 */
final class LongKey {

  /* On the wire, version 1:
   *
   *   key    __cress__:key1: and the SHA-256 of the key's UTF-8 bytes in base64url without padding,
   *          58 bytes in all
   *   value  length of the key in bytes (4 bytes, big-endian), the key, the value of the caller
   *
   * Flags and expiry are the caller's. Another form of key or value takes another prefix. A key
   * that begins with the prefix is stored under its digest too: it could be taken for the digest of
   * another one, and whoever may choose a key could write the values of others.
   */

  static final String PREFIX = "__cress__:key1:";

  private final String key;
  private final byte[] bytes;
  private final String wire;

  private LongKey(String key, byte[] bytes) {
    this.key = key;
    this.bytes = bytes;
    this.wire = PREFIX + digest(bytes);
  }

  /** The long key of this text; null if memcached takes it as it is. */
  static @Nullable LongKey of(String key) {
    byte[] bytes = KeyCheck.bytes(key);
    return KeyCheck.accepts(bytes) && !key.startsWith(PREFIX) ? null : new LongKey(key, bytes);
  }

  private static String digest(byte[] bytes) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
      return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }

  /** The key as its caller wrote it. */
  String key() {
    return key;
  }

  /** The key under which it is stored. */
  String wire() {
    return wire;
  }

  /** What is stored for a value. */
  byte[] pack(byte[] value) {
    return ByteBuffer.allocate(Integer.BYTES + bytes.length + value.length)
        .putInt(bytes.length)
        .put(bytes)
        .put(value)
        .array();
  }

  /** The value in what was stored; null if it is not one of this key. */
  byte @Nullable [] unpack(byte[] packed) {
    int start = Integer.BYTES + bytes.length;
    boolean ours =
        packed.length >= start
            && ByteBuffer.wrap(packed).getInt() == bytes.length
            && Arrays.equals(packed, Integer.BYTES, start, bytes, 0, bytes.length);
    return ours ? Arrays.copyOfRange(packed, start, packed.length) : null;
  }
}
