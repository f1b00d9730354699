package dev.cress.hash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class KeyHashTest {

  /** Values of XXH3_64bits of the reference implementation, xxHash 0.8. */
  @ParameterizedTest
  @CsvSource({"'',2d06800538d394c2", "a,e6c632b61e964e1f", "abc,78af5f94892f3950"})
  void isXxh3(String text, String hash) {
    assertThat(KeyHash.of(text.getBytes(StandardCharsets.UTF_8)))
        .isEqualTo(Long.parseUnsignedLong(hash, 16));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 4, 8, 9, 16, 17, 128, 129, 240, 241, 1024, 5000})
  void hashesOnlyTheRange(int length) {
    byte[] bytes = new byte[length + 20];
    new SplittableRandom(1).nextBytes(bytes);

    long hash = KeyHash.of(bytes, 7, 7 + length);

    assertThat(hash).isEqualTo(KeyHash.of(Arrays.copyOfRange(bytes, 7, 7 + length)));
  }

  @Test
  void refusesARangeOutsideOfTheArray() {
    byte[] bytes = new byte[4];

    assertThatThrownBy(() -> KeyHash.of(bytes, 2, 5)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> KeyHash.of(bytes, -1, 2))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> KeyHash.of(bytes, 3, 2)).isInstanceOf(IndexOutOfBoundsException.class);
  }
}
