package dev.cress.memcached.internal.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cress.node.CressException;
import org.junit.jupiter.api.Test;

final class CasTokenTest {

  private static final long MOST_CAS = (1L << 48) - 1;

  @Test
  void aTokenIsTheTagAndTheServersToken() {
    assertThat(CasToken.of(1, 5)).isEqualTo((1L << 48) + 5);
    assertThat(CasToken.of(CasToken.MOST_TAG, MOST_CAS)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void theServerGetsItsOwnTokenBack() {
    for (int tag : new int[] {1, 0x4000, CasToken.MOST_TAG}) {
      assertThat(CasToken.text(CasToken.of(tag, MOST_CAS))).isEqualTo("281474976710655");
      assertThat(CasToken.argument(CasToken.of(tag, 7))).isEqualTo(" C7");
    }
    assertThat(CasToken.argument(null)).isEmpty();
  }

  @Test
  void aTokenFitsTheSocketThatItWasReadOn() {
    for (int tag : new int[] {1, 0x4000, CasToken.MOST_TAG}) {
      assertThat(CasToken.fits(tag, CasToken.of(tag, MOST_CAS))).isTrue();
      assertThat(CasToken.fits(tag - 1, CasToken.of(tag, MOST_CAS))).isFalse();
      assertThat(CasToken.fits(tag, MOST_CAS)).isFalse();
      assertThat(CasToken.fits(tag, null)).isTrue();
    }
  }

  @Test
  void aServersTokenOfMoreBitsIsRefused() {
    for (long cas : new long[] {MOST_CAS + 1, -1}) {
      assertThatThrownBy(() -> CasToken.of(1, cas))
          .isInstanceOf(CressException.class)
          .hasMessage(
              "a CAS token of a server must be below 2^48 but was " + Long.toUnsignedString(cas));
    }
  }
}
