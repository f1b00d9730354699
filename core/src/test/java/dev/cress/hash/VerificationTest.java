package dev.cress.hash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares functions with a seed with the verification values of SMHasher, the test suite by the
 * author of MurmurHash: each is a hash of 256 hashes, of the keys 00, 00 01, 00 01 02 and so on.
 */
final class VerificationTest {

  @Test
  void murmur2IsThatOfSmhasher() {
    assertThat(verification(Integer.BYTES, (b, to, seed) -> Murmur.murmur2(b, 0, to, seed)))
        .isEqualTo(0x27864c1e);
  }

  @Test
  void murmur64aIsThatOfSmhasher() {
    assertThat(verification(Long.BYTES, (b, to, seed) -> Murmur.murmur64a(b, 0, to, seed)))
        .isEqualTo(0x1f0d3804);
  }

  @Test
  void lookup3IsThatOfSmhasher() {
    assertThat(verification(Integer.BYTES, (b, to, seed) -> Jenkins.lookup3(b, 0, to, seed)))
        .isEqualTo(0x3d83917a);
  }

  /** The values that the source of lookup3 names. */
  @ParameterizedTest
  @CsvSource({
    "'',0,deadbeef",
    "Four score and seven years ago,0,17770551",
    "Four score and seven years ago,1,cd628161"
  })
  void lookup3IsThatOfItsAuthor(String text, int seed, String hash) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);

    assertThat(Jenkins.lookup3(bytes, 0, bytes.length, seed))
        .isEqualTo(Integer.parseUnsignedInt(hash, 16));
  }

  private static int verification(int width, Seeded function) {
    byte[] key = new byte[256];
    ByteBuffer hashes =
        ByteBuffer.allocate(256 * width + Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (int length = 0; length < 256; length++) {
      key[length] = (byte) length;
      hashes.putLong(length * width, function.of(key, length, 256 - length));
    }
    return (int) function.of(hashes.array(), 256 * width, 0);
  }

  @FunctionalInterface
  private interface Seeded {
    long of(byte[] bytes, int to, int seed);
  }
}
