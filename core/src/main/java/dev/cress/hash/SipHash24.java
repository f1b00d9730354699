package dev.cress.hash;

import static java.lang.Long.rotateLeft;

import java.util.HexFormat;
import java.util.Objects;

/**
 * SipHash-2-4: a hash that nobody can predict who does not know its secret. See Aumasson and
 * Bernstein, "SipHash: a fast short-input PRF" (2012), <a
 * href="https://doi.org/10.1007/978-3-642-34931-7_28">doi:10.1007/978-3-642-34931-7_28</a>.
 */
final class SipHash24 implements HashFunction {

  private static final int SECRET_BYTES = 16;

  private final String id;
  private final long k0;
  private final long k1;

  SipHash24(byte[] secret) {
    Objects.requireNonNull(secret, "secret");
    if (secret.length != SECRET_BYTES) {
      throw new IllegalArgumentException(
          "secret must have 16 bytes but had " + secret.length + " bytes");
    }
    byte[] digest = Digests.messageDigest("SHA-256").digest(secret);
    this.id = "siphash-2-4(" + HexFormat.of().formatHex(digest, 0, 8) + ")";
    this.k0 = LittleEndian.int64(secret, 0);
    this.k1 = LittleEndian.int64(secret, 8);
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public int bits() {
    return Long.SIZE;
  }

  /* The end of the hash is one more block: four rounds in place of two, and nothing to mix in. */
  @Override
  public long of(byte[] bytes, int from, int to) {
    Objects.checkFromToIndex(from, to, bytes.length);
    long v0 = k0 ^ 0x736f6d6570736575L;
    long v1 = k1 ^ 0x646f72616e646f6dL;
    long v2 = k0 ^ 0x6c7967656e657261L;
    long v3 = k1 ^ 0x7465646279746573L;
    int blocks = (to - from) / Long.BYTES + 1;
    for (int n = 0; n <= blocks; n++) {
      boolean end = n == blocks;
      long block = end ? 0 : block(bytes, from, to, n);
      v2 ^= end ? 0xff : 0;
      v3 ^= block;
      for (int round = end ? 4 : 2; round > 0; round--) {
        v0 += v1;
        v2 += v3;
        v1 = rotateLeft(v1, 13) ^ v0;
        v3 = rotateLeft(v3, 16) ^ v2;
        v2 += v1;
        v0 = rotateLeft(v0, 32) + v3;
        v1 = rotateLeft(v1, 17) ^ v2;
        v3 = rotateLeft(v3, 21) ^ v0;
        v2 = rotateLeft(v2, 32);
      }
      v0 ^= block;
    }
    return v0 ^ v1 ^ v2 ^ v3;
  }

  /** Returns 8 bytes, or those that remain and the low byte of the length above them. */
  private static long block(byte[] bytes, int from, int to, int n) {
    int at = from + n * Long.BYTES;
    return to - at >= Long.BYTES
        ? LittleEndian.int64(bytes, at)
        : LittleEndian.rest(bytes, at, to) | (long) (to - from) << 56;
  }

  @Override
  public String toString() {
    return id;
  }
}
