package dev.cress.hash;

import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The first 4 or 8 bytes of digests as hashes: MD5 (<a
 * href="https://www.rfc-editor.org/rfc/rfc1321">RFC 1321</a>) and SHA-1 (<a
 * href="https://www.rfc-editor.org/rfc/rfc3174">RFC 3174</a>). Each thread keeps one digest of each
 * kind and the room for its result, so that a call allocates nothing.
 */
final class Digests {

  private static final ThreadLocal<Digests> OWN_MD5 = ThreadLocal.withInitial(() -> named("MD5"));
  private static final ThreadLocal<Digests> OWN_SHA1 =
      ThreadLocal.withInitial(() -> named("SHA-1"));

  static final HashFunction MD5 = new NamedHash("md5-le32", Integer.SIZE, Digests::md5);
  static final HashFunction MD5_BIG_ENDIAN =
      new NamedHash(
          "md5-be32",
          Integer.SIZE,
          (bytes, from, to) -> Integer.reverseBytes(md5(bytes, from, to)));
  static final HashFunction SHA1 = new NamedHash("sha1-le32", Integer.SIZE, Digests::sha1);
  static final HashFunction SHA1_BIG_ENDIAN =
      new NamedHash(
          "sha1-be32",
          Integer.SIZE,
          (bytes, from, to) -> Integer.reverseBytes(sha1(bytes, from, to)));

  static final HashFunction MD5_64 =
      new NamedHash(
          "md5-le64", Long.SIZE, (bytes, from, to) -> OWN_MD5.get().first8Bytes(bytes, from, to));
  static final HashFunction SHA1_64 =
      new NamedHash(
          "sha1-le64", Long.SIZE, (bytes, from, to) -> OWN_SHA1.get().first8Bytes(bytes, from, to));

  private final MessageDigest digest;
  private final byte[] result;

  private Digests(MessageDigest digest) {
    this.digest = digest;
    this.result = new byte[digest.getDigestLength()];
  }

  private static int md5(byte[] bytes, int from, int to) {
    return OWN_MD5.get().firstBytes(bytes, from, to);
  }

  private static int sha1(byte[] bytes, int from, int to) {
    return OWN_SHA1.get().firstBytes(bytes, from, to);
  }

  private int firstBytes(byte[] bytes, int from, int to) {
    return (int) first8Bytes(bytes, from, to);
  }

  private long first8Bytes(byte[] bytes, int from, int to) {
    digest.update(bytes, from, to - from);
    try {
      digest.digest(result, 0, result.length);
    } catch (DigestException e) {
      throw new IllegalStateException(digest.getAlgorithm() + " failed", e);
    }
    return LittleEndian.int64(result, 0);
  }

  private static Digests named(String algorithm) {
    return new Digests(messageDigest(algorithm));
  }

  /** Returns a new digest. Each of those used here is part of every Java platform. */
  static MessageDigest messageDigest(String algorithm) {
    try {
      return MessageDigest.getInstance(algorithm);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java runtime has no " + algorithm, e);
    }
  }
}
