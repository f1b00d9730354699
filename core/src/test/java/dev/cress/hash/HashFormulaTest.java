package dev.cress.hash;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

/**
 * Functions of which no value is published, because clients changed a known one: each is compared
 * with a slow formula on random bytes of every length.
 */
final class HashFormulaTest {

  private static final BigInteger TWO_TO_64 = BigInteger.ONE.shiftLeft(64);
  private static final long LOW_32 = 0xffffffffL;

  /** The register is the CRC-16 with the high bytes of the two before it on top. */
  @Test
  void crc16KeepsWhatIsCutOffElsewhere() {
    byte[] check = "123456789".getBytes(UTF_8);

    assertThat(HashFunctions.crc16().of(check, 0, 9) & 0xffff).isEqualTo(0x31c3);
    assertSame(
        HashFunctions.crc16(),
        key ->
            (long) (crc16OfPrefix(key, 2) >> 8) << 24
                | (crc16OfPrefix(key, 1) >> 8) << 16
                | crc16OfPrefix(key, 0));
  }

  /** CRC-16 of all bytes but the last few: the remainder of a division of polynomials. */
  private static int crc16OfPrefix(byte[] key, int without) {
    BigInteger rest = BigInteger.ZERO;
    if (key.length > without) {
      rest = new BigInteger(1, Arrays.copyOf(key, key.length - without)).shiftLeft(16);
    }
    BigInteger divisor = BigInteger.valueOf(0x11021);
    while (rest.bitLength() > 16) {
      rest = rest.xor(divisor.shiftLeft(rest.bitLength() - 17));
    }
    return rest.intValue();
  }

  @Test
  void fnvTakesSignedBytes() {
    long offset32 = 2166136261L;
    long offset64 = 0xcbf29ce484222325L;

    assertSame(HashFunctions.fnv1_32Signed(), k -> fnv(k, offset32, 16777619L, false));
    assertSame(HashFunctions.fnv1a_32Signed(), k -> fnv(k, offset32, 16777619L, true));
    assertSame(HashFunctions.fnv1_64Low32Signed(), k -> fnv(k, offset64, 0x100000001b3L, false));
    assertSame(HashFunctions.fnv1a_64Low32Signed(), k -> fnv(k, offset64, 0x100000001b3L, true));
    assertSame(HashFunctions.fnv1_64Low32Signed(), k -> fnv(k, 0x84222325L, 0x1b3L, false));
  }

  private static long fnv(byte[] key, long offset, long prime, boolean mixFirst) {
    BigInteger hash = BigInteger.valueOf(offset);
    BigInteger factor = BigInteger.valueOf(prime);
    for (byte signed : key) {
      BigInteger value = BigInteger.valueOf(signed);
      hash = mixFirst ? hash.xor(value).multiply(factor) : hash.multiply(factor).xor(value);
      hash = hash.mod(TWO_TO_64);
    }
    return hash.longValue() & LOW_32;
  }

  @Test
  void oneAtATimeTakesSignedBytes() {
    assertSame(
        HashFunctions.oneAtATimeSigned(),
        key -> {
          long hash = 0;
          for (byte signed : key) {
            hash = hash + signed & LOW_32;
            hash = hash * 1025 & LOW_32;
            hash = hash ^ hash / 64;
          }
          hash = hash * 9 & LOW_32;
          hash = hash ^ hash / 2048;
          return hash * 32769 & LOW_32;
        });
  }

  @Test
  void hsiehStartsAtZeroAndTakesOneByteAsSignedOrNot() {
    assertThat(HashFunctions.hsieh().of(new byte[0], 0, 0)).isZero();
    assertSame(HashFunctions.hsieh(), key -> hsieh(key, false));
    assertSame(HashFunctions.hsiehSigned(), key -> hsieh(key, true));
  }

  private static long hsieh(byte[] key, boolean signed) {
    ByteBuffer bytes = ByteBuffer.wrap(key).order(ByteOrder.LITTLE_ENDIAN);
    long hash = 0;
    while (bytes.remaining() >= 4) {
      hash = hash + bytes.getChar() & LOW_32;
      long mixed = bytes.getChar() * 2048L ^ hash;
      hash = (hash * 65536 ^ mixed) & LOW_32;
      hash = plusShifted(hash, 11);
    }
    if (bytes.remaining() == 3) {
      hash = xorShifted(hash + bytes.getChar(), 16);
      byte last = bytes.get();
      hash = (hash ^ (signed ? last : Byte.toUnsignedLong(last)) * 262144) & LOW_32;
      hash = plusShifted(hash, 11);
    } else if (bytes.remaining() == 2) {
      hash = plusShifted(xorShifted(hash + bytes.getChar(), 11), 17);
    } else if (bytes.remaining() == 1) {
      hash = plusShifted(xorShifted(hash + Byte.toUnsignedLong(bytes.get()), 10), 1);
    }
    hash = plusShifted(xorShifted(hash, 3), 5);
    hash = plusShifted(xorShifted(hash, 4), 17);
    return plusShifted(xorShifted(hash, 25), 6);
  }

  private static long xorShifted(long hash, int left) {
    return (hash ^ hash << left) & LOW_32;
  }

  private static long plusShifted(long hash, int right) {
    return hash + (hash >> right) & LOW_32;
  }

  /** The functions with a seed are compared with published values in {@link VerificationTest}. */
  @Test
  void clientsChoseTheSeeds() {
    assertSame(
        HashFunctions.murmur2(),
        k -> Murmur.murmur2(k, 0, k.length, (int) (3735928559L * k.length)) & LOW_32);
    assertSame(HashFunctions.murmur64a(), k -> Murmur.murmur64a(k, 0, k.length, 305441741L));
    assertSame(HashFunctions.lookup3(), k -> Jenkins.lookup3(k, 0, k.length, 13) & LOW_32);
  }

  private static void assertSame(HashFunction function, ToLongFunction<byte[]> formula) {
    SplittableRandom random = new SplittableRandom(3);
    for (int length = 0; length < 200; length++) {
      byte[] key = new byte[length];
      random.nextBytes(key);

      assertThat(function.of(key, 0, length))
          .as("%s of %s bytes, seed 3", function.id(), length)
          .isEqualTo(formula.applyAsLong(key));
    }
  }
}
