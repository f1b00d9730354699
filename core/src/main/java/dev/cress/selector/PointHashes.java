package dev.cress.selector;

import dev.cress.hash.HashFunction;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** How known clients turn a node's identity into points. */
public final class PointHashes {

  private static final int MD5_WORDS = 4;

  private PointHashes() {}

  /**
   * Returns the points of ketama: the four words, little-endian, of the MD5 of {@code identity-0},
   * {@code identity-1} and so on.
   *
   * @return the rule {@code md5x4}, of 32 bits
   */
  public static PointHash md5() {
    return new Digest("MD5", "md5", MD5_WORDS);
  }

  /** As {@link #md5} with the first words only. */
  static PointHash md5(int words) {
    return new Digest("MD5", "md5", words);
  }

  /** The first words, little-endian, of SHA-1. */
  static PointHash sha1(int words) {
    return new Digest("SHA-1", "sha1", words);
  }

  /**
   * Returns the hash of {@code identity + separator + number}, for the numbers from 0, as decimal
   * digits; all of it in UTF-8.
   *
   * @param hash the hash function
   * @param separator what stands between identity and number; may be empty
   * @return the rule, as wide as the hash
   */
  public static PointHash numbered(HashFunction hash, String separator) {
    return new Numbered(hash, separator);
  }

  /** The hash of the identity, then the hash of the four bytes of that, and so on: folsom. */
  static PointHash chained(HashFunction hash) {
    return new Chained(hash);
  }

  private record Digest(String algorithm, String name, int pointsPerHash) implements PointHash {

    @Override
    public String id() {
      return name + "x" + pointsPerHash;
    }

    @Override
    public int bits() {
      return Integer.SIZE;
    }

    @Override
    public long[] of(String identity, int count) {
      MessageDigest digest = messageDigest();
      long[] points = new long[count * pointsPerHash];
      for (int i = 0; i < points.length; i += pointsPerHash) {
        byte[] text = utf8(identity + "-" + i / pointsPerHash);
        ByteBuffer words = ByteBuffer.wrap(digest.digest(text)).order(ByteOrder.LITTLE_ENDIAN);
        for (int word = 0; word < pointsPerHash; word++) {
          points[i + word] = Integer.toUnsignedLong(words.getInt());
        }
      }
      return points;
    }

    private MessageDigest messageDigest() {
      try {
        return MessageDigest.getInstance(algorithm);
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("this Java runtime has no " + algorithm, e);
      }
    }
  }

  private record Numbered(HashFunction hash, String separator) implements PointHash {

    @Override
    public String id() {
      return hash.id() + "(" + separator + "i)";
    }

    @Override
    public int bits() {
      return hash.bits();
    }

    @Override
    public int pointsPerHash() {
      return 1;
    }

    @Override
    public long[] of(String identity, int count) {
      long[] points = new long[count];
      for (int i = 0; i < count; i++) {
        byte[] text = utf8(identity + separator + i);
        points[i] = hash.of(text, 0, text.length);
      }
      return points;
    }
  }

  private record Chained(HashFunction hash) implements PointHash {

    @Override
    public String id() {
      return hash.id() + "(chained)";
    }

    @Override
    public int bits() {
      return Integer.SIZE;
    }

    @Override
    public int pointsPerHash() {
      return 1;
    }

    @Override
    public long[] of(String identity, int count) {
      byte[] text = identity.getBytes(StandardCharsets.ISO_8859_1);
      long[] points = new long[count];
      for (int i = 0; i < count; i++) {
        points[i] = hash.of(text, 0, text.length);
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        text = bytes.putInt((int) points[i]).array();
      }
      return points;
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
