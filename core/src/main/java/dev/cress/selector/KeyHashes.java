package dev.cress.selector;

import dev.cress.hash.HashFunction;
import dev.cress.hash.HashFunctions;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;

/** What known clients do to a key's hash, or to the key before it is hashed. */
final class KeyHashes {

  private KeyHashes() {}

  /** Bits 16 to 30 of a hash of 32, and 1 in place of 0: pecl memcache and python-memcached. */
  static HashFunction oneForZero(HashFunction hash) {
    return new OneForZero(hash);
  }

  /** Bits 16 to 30 of a hash of 32 bits. */
  static HashFunction upperHalf(HashFunction hash) {
    return new UpperHalf(hash);
  }

  /** A hash of 64 bits modulo 2^32 - 1: phpredis with an {@code algorithm}. */
  static HashFunction phpredis(HashFunction hash, boolean reversed) {
    return new Phpredis(hash, reversed);
  }

  /** CRC-32 of the key that dalli sends. */
  static HashFunction dalli(String namespace) {
    return new Dalli(Objects.requireNonNull(namespace, "namespace"));
  }

  private record OneForZero(HashFunction hash) implements HashFunction {

    @Override
    public String id() {
      return hash.id() + "-never-0";
    }

    @Override
    public int bits() {
      return hash.bits();
    }

    @Override
    public long of(byte[] bytes, int from, int to) {
      long number = hash.of(bytes, from, to);
      return number == 0 ? 1 : number;
    }
  }

  private record UpperHalf(HashFunction hash) implements HashFunction {

    private static final int BITS = 15;

    @Override
    public String id() {
      return hash.id() + "-bits-16-to-30";
    }

    @Override
    public int bits() {
      return BITS;
    }

    @Override
    public long of(byte[] bytes, int from, int to) {
      return (hash.of(bytes, from, to) >>> 16) & 0x7fff;
    }
  }

  /** The client reads the digest, which is big-endian, as a little-endian number. */
  private record Phpredis(HashFunction hash, boolean reversed) implements HashFunction {

    private static final long MODULUS = 0xffffffffL;

    @Override
    public String id() {
      return "phpredis-" + hash.id();
    }

    @Override
    public int bits() {
      return Integer.SIZE;
    }

    @Override
    public long of(byte[] bytes, int from, int to) {
      long number = hash.of(bytes, from, to);
      if (reversed) {
        number = Long.reverseBytes(number) >>> (Long.SIZE - hash.bits());
      }
      return Long.remainderUnsigned(number, MODULUS);
    }
  }

  /**
   * A key of more than 250 characters, with its namespace, is cut, and the MD5 of the whole is put
   * in place of the rest. Only for such a key it allocates.
   */
  private static final class Dalli implements HashFunction {

    private static final int MAX_CHARACTERS = 250;
    private static final int KEPT_CHARACTERS = 212;
    private static final HashFunction CRC32 = HashFunctions.crc32();

    private final String namespace;
    private final byte[] prefix;

    Dalli(String namespace) {
      this.namespace = namespace;
      this.prefix = utf8(namespace.isEmpty() ? "" : namespace + ":");
    }

    @Override
    public String id() {
      return namespace.isEmpty() ? "dalli-crc32" : "dalli-crc32(" + namespace + ":)";
    }

    @Override
    public int bits() {
      return CRC32.bits();
    }

    @Override
    public long of(byte[] bytes, int from, int to) {
      Objects.checkFromToIndex(from, to, bytes.length);
      int length = prefix.length + to - from;
      if (length > MAX_CHARACTERS) {
        byte[] sent = utf8(shortened(key(bytes, from, to)));
        return CRC32.of(sent, 0, sent.length);
      }
      if (prefix.length == 0) {
        return CRC32.of(bytes, from, to);
      }
      byte[] sent = Scratch.atLeast(length);
      System.arraycopy(prefix, 0, sent, 0, prefix.length);
      System.arraycopy(bytes, from, sent, prefix.length, to - from);
      return CRC32.of(sent, 0, length);
    }

    private String key(byte[] bytes, int from, int to) {
      String key = new String(bytes, from, to - from, StandardCharsets.UTF_8);
      return namespace.isEmpty() ? key : namespace + ":" + key;
    }

    private String shortened(String key) {
      if (key.codePointCount(0, key.length()) <= MAX_CHARACTERS) {
        return key;
      }
      int kept = namespace.isEmpty() ? KEPT_CHARACTERS : KEPT_CHARACTERS + 1;
      return key.substring(0, key.offsetByCodePoints(0, kept)) + ":md5:" + md5(key);
    }

    private static String md5(String key) {
      try {
        return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(utf8(key)));
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("this Java runtime has no MD5", e);
      }
    }

    private static byte[] utf8(String text) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
  }
}
