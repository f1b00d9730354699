package dev.cress.memcached.internal.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class KeyCheckTest {

  @Test
  void everyControlCharacterAndWhiteSpaceIsRefused() {
    for (int b = 0; b < 256; b++) {
      byte[] key = {'k', (byte) b};
      if (b <= ' ' || b == 0x7f) {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> KeyCheck.check(key))
            .withMessage(
                "a key must have no white space or control character but had 0x%02x at byte 1"
                    .formatted(b));
      } else {
        assertThatCode(() -> KeyCheck.check(key)).doesNotThrowAnyException();
      }
    }
  }

  @Test
  void aKeyHasOneTo250Bytes() {
    KeyCheck.check(bytes("k"));
    KeyCheck.check(bytes("k".repeat(250)));
    KeyCheck.check(bytes("ü".repeat(125)));
    for (String key : new String[] {"", "k".repeat(251), "ü".repeat(126)}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> KeyCheck.check(bytes(key)))
          .withMessageStartingWith("a key must have 1 to 250 bytes in UTF-8 but had ");
    }
  }

  @Test
  void halfOfASurrogatePairIsRefusedAsItHasNoBytesOfItsOwn() {
    assertThat(KeyCheck.bytes("a\ud83d\ude00b")).isEqualTo(bytes("a\ud83d\ude00b")).hasSize(6);
    for (String key : new String[] {"a\ud83d", "a\ud83db", "a\ude00b", "a\ude00\ud83d"}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> KeyCheck.bytes(key))
          .withMessage(
              "a key must have both halves of a surrogate pair but had one only at index 1");
    }
  }

  @Test
  void theKeyByWhichServersAreKnownIsNoCallers() {
    byte[] key = bytes("__cress__:server");

    assertThat(KeyCheck.accepts(key)).isFalse();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KeyCheck.check(key))
        .withMessage("a key must not be __cress__:server, which Cress uses");
    KeyCheck.check(bytes("__cress__:servers"));
  }

  private static byte[] bytes(String key) {
    return key.getBytes(StandardCharsets.UTF_8);
  }
}
