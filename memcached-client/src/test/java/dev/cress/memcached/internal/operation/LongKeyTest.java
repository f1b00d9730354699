package dev.cress.memcached.internal.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class LongKeyTest {

  private static LongKey longKey(String key) {
    return Objects.requireNonNull(LongKey.of(key));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void onlyKeysThatMemcachedRefusesAreLong() {
    for (String key : List.of("k", "k".repeat(250), "ü".repeat(125), "__cress__:key2:x")) {
      assertThat(LongKey.of(key)).isNull();
    }
    for (String key : List.of("", "k".repeat(251), "ü".repeat(126), "a b", "a\r\nb", "a\u007f")) {
      assertThat(LongKey.of(key)).isNotNull();
    }
  }

  /** Else whoever may choose a key could write the values of others. */
  @Test
  void aKeyThatLooksLikeADigestIsHashedItself() {
    String digest = longKey("a b").wire();

    assertThat(longKey(digest).wire()).isNotEqualTo(digest).startsWith("__cress__:key1:");
  }

  /** The digest is that of {@code printf 'a b' | sha256sum}. */
  @Test
  void theKeyOnTheWireIsAPrefixAndTheSha256() {
    assertThat(longKey("a b").wire())
        .isEqualTo("__cress__:key1:yGh6CKpdbtIEQyj6aml6uOltw0KR6MIDSujDjm_MbWU");
    assertThat(longKey("ü ".repeat(1_000)).wire()).hasSize(58);
    KeyCheck.check(bytes(longKey("").wire()));
  }

  @Test
  void theValueBeginsWithTheLengthOfTheKeyAndTheKey() {
    byte[] packed = longKey("a ü").pack(new byte[] {1, 2});

    assertThat(HexFormat.of().formatHex(packed)).isEqualTo("00000004" + "6120c3bc" + "0102");
    assertThat(longKey("a ü").unpack(packed)).containsExactly(1, 2);
    assertThat(longKey("").unpack(longKey("").pack(new byte[0]))).isEmpty();
  }

  @Test
  void whatIsNoValueOfTheKeyIsNone() {
    LongKey key = longKey("a b");
    byte[] packed = key.pack(bytes("value"));

    assertThat(longKey("a c").unpack(packed)).isNull();
    assertThat(longKey("a ").unpack(packed)).isNull();
    assertThat(longKey("a bv").unpack(packed)).isNull();
    for (int length = 0; length < 7; length++) {
      assertThat(key.unpack(Arrays.copyOf(packed, length))).isNull();
    }
    assertThat(key.unpack(Arrays.copyOf(packed, 7))).isEmpty();
    packed[0] = -1;
    assertThat(key.unpack(packed)).isNull();
  }
}
