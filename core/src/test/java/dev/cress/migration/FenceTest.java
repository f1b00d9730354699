package dev.cress.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class FenceTest {

  @ParameterizedTest
  @CsvSource({
    "1:0,1,0",
    "7:2,7,2",
    "12:1:0b6d-nonce,12,1",
    "12:1:a:b,12,1",
    "999999999999999999:0,999999999999999999,0"
  })
  void readsVersionAndRankAndKeepsTheText(String text, long version, int rank) {
    assertThat(Fence.parse(text)).isEqualTo(new Fence(version, rank, text));
  }

  @Test
  void nothingIsNoFence() {
    assertThat(Fence.parse(null)).isNull();
    assertThat(Fence.parse("")).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1", "1:", "1:3", ":0", "-1:0", "x:0", "1:0x", "1000000000000000000:0", " 1:0"})
  void refusesWhatIsNoFence(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Fence.parse(text))
        .withMessage("a fence must read version:rank but was " + text);
  }

  @Test
  void writesWhatItReads() {
    assertThat(Fence.parse(Fence.text(3, Fence.CLOSED)))
        .isEqualTo(new Fence(3, Fence.CLOSED, "3:2"));
  }

  @ParameterizedTest
  @CsvSource({"2,2,true", "3,0,true", "3,1,true", "3,2,false", "4,0,false"})
  void isOrderedByVersionThenRank(long version, int rank, boolean atLeast) {
    assertThat(new Fence(3, Fence.OPEN, "3:1").isAtLeast(version, rank)).isEqualTo(atLeast);
  }
}
