package dev.cress.hash;

import java.util.Objects;

/**
 * The FNV hashes, see <a href="https://www.rfc-editor.org/rfc/rfc9923">RFC 9923</a>: FNV-1
 * multiplies and then mixes in a byte, FNV-1a does it the other way round.
 */
enum Fnv implements HashFunction {
  /*
   * The low 32 bits of a product depend on the low 32 bits of its factors alone. So 64-bit
   * arithmetic serves the 32-bit functions too, and only the result is cut. For the same reason it
   * does not matter whether a signed char is widened to 32 or to 64 bits where 32 bits are kept.
   */
  FNV1_32("fnv1-32", Size.BITS_32, Char.UNSIGNED),
  FNV1A_32("fnv1a-32", Size.BITS_32, Char.UNSIGNED),
  FNV1_64("fnv1-64", Size.BITS_64, Char.UNSIGNED),
  FNV1A_64("fnv1a-64", Size.BITS_64, Char.UNSIGNED),
  FNV1_32_SIGNED("fnv1-32-signed", Size.BITS_32, Char.SIGNED),
  FNV1A_32_SIGNED("fnv1a-32-signed", Size.BITS_32, Char.SIGNED),
  FNV1_64_LOW32_SIGNED("fnv1-64-low32-signed", Size.LOW_32_OF_64, Char.SIGNED),
  FNV1A_64_LOW32_SIGNED("fnv1a-64-low32-signed", Size.LOW_32_OF_64, Char.SIGNED);

  private final String id;
  private final Size size;
  private final int charMask;
  private final boolean mixFirst;

  Fnv(String id, Size size, Char kind) {
    this.id = id;
    this.size = size;
    this.charMask = kind.mask;
    this.mixFirst = id.startsWith("fnv1a");
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public int bits() {
    return size.bits;
  }

  @Override
  public long of(byte[] bytes, int from, int to) {
    Objects.checkFromToIndex(from, to, bytes.length);
    long prime = size.prime;
    long hash = size.offset;
    for (int i = from; i < to; i++) {
      int value = bytes[i] & charMask;
      hash = mixFirst ? (hash ^ value) * prime : hash * prime ^ value;
    }
    return hash & -1L >>> (Long.SIZE - size.bits);
  }

  private enum Size {
    BITS_32(Integer.SIZE, 0x811c9dc5L, 0x01000193L),
    BITS_64(Long.SIZE, 0xcbf29ce484222325L, 0x100000001b3L),
    LOW_32_OF_64(Integer.SIZE, BITS_64.offset, BITS_64.prime);

    private final int bits;
    private final long offset;
    private final long prime;

    Size(int bits, long offset, long prime) {
      this.bits = bits;
      this.offset = offset;
      this.prime = prime;
    }
  }

  /** How a byte becomes an int. */
  private enum Char {
    UNSIGNED(0xff),
    SIGNED(-1);

    private final int mask;

    Char(int mask) {
      this.mask = mask;
    }
  }
}
