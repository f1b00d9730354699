package dev.cress.redis.hotkeys;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class HotKeysTest {

  @Test
  void badSettingsAreRefusedByValue() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HotKeys.sampled(0))
        .withMessage("oneIn must be between 1 and 1000000 but was 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HotKeys.sampled(100).window(Duration.ofMillis(999)))
        .withMessage("window must be between 1 second and 1 day but was PT0.999S");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HotKeys.sampled(100).window(Duration.ofDays(2)))
        .withMessageContaining("PT48H");
  }

  /** Wilson's interval for 20 of 100, as textbooks have it: 0.133 to 0.289. */
  @Test
  void theBoundsOfAShareAreWilsonsInterval() {
    HotKey.Share share = HotKey.Share.of(20, 20, 20, 100);

    assertThat(share.estimate()).isEqualTo(0.2);
    assertThat(share.low()).isCloseTo(0.1334, within(0.0001));
    assertThat(share.high()).isCloseTo(0.2888, within(0.0001));
  }

  @Test
  void theBoundsOfTheSketchWidenTheInterval() {
    HotKey.Share exact = HotKey.Share.of(20, 20, 20, 100);
    HotKey.Share rough = HotKey.Share.of(20, 15, 25, 100);

    assertThat(rough.low()).isLessThan(exact.low());
    assertThat(rough.high()).isGreaterThan(exact.high());
    assertThat(HotKey.Share.of(100, 100, 100, 100).high()).isCloseTo(1, within(1e-9));
    assertThat(HotKey.Share.of(0, 0, 0, 100).low()).isCloseTo(0, within(1e-9));
  }

  @Test
  void theTextOfAHotKeyDoesNotTellTheKey() {
    HotKey.Share share = HotKey.Share.of(20, 20, 20, 100);
    HotKey key = new HotKey("secret".getBytes(UTF_8), "a", 20, share, share);

    assertThat(key.toString()).contains("node a").doesNotContain("secret");
    assertThat(key).isEqualTo(new HotKey("secret".getBytes(UTF_8), "a", 20, share, share));
    assertThat(key).isNotEqualTo(new HotKey("other".getBytes(UTF_8), "a", 20, share, share));
  }
}
