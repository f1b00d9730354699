package dev.cress.testservers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class ExchangeTextTest {

  private final ExchangeText text = new ExchangeText();

  @Test
  void escapesAndRepetitionsBecomeBytes() {
    assertThat(text.toSend("a\\r\\n\\t\\x00\\xff\\\\{k*3}")).isEqualTo("a\r\n\t\0\u00ff\\kkk");
    assertThat(text.toSend("{key\\x20*2}z")).isEqualTo("key key z");
  }

  @Test
  void aReplyMustBeTheSameTextAndNoMore() {
    assertThat(text.matches("VALUE a 0 1", "VALUE a 0 1")).isTrue();
    assertThat(text.matches("VALUE a 0 1", "VALUE a 0 2")).isFalse();
    assertThat(text.matches("HD", "HD ")).isFalse();
    assertThat(text.matches("HD", "EN")).isFalse();
    assertThat(text.matches("x{k*3}", "xkkk")).isTrue();
    assertThat(text.matches("x{k*3}", "xkkkk")).isFalse();
  }

  @Test
  void aNumberIsTakenWhereItIsFirstSeenAndMustStayTheSame() {
    assertThat(text.matches("HD c{c1}", "HD c0")).isFalse();
    assertThat(text.matches("HD c{c1}", "HD c17")).isTrue();
    assertThat(text.matches("HD c{c1}", "HD c18")).isFalse();
    assertThat(text.matches("HD c{c1}", "HD c17")).isTrue();
    assertThat(text.toSend("md a C{c1}")).isEqualTo("md a C17");
  }

  @Test
  void aNumberThatWasNotSeenCannotBeSent() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> text.toSend("md a C{c1}"))
        .withMessage("{c1} has not been seen in a reply");
  }

  @Test
  void aTimeMayDifferByASecond() {
    assertThat(text.matches("HD t100 f5", "HD t99 f5")).isTrue();
    assertThat(text.matches("HD t100 f5", "HD t98 f5")).isFalse();
    assertThat(text.matches("HD t100 f5", "HD t100 f6")).isFalse();
    assertThat(text.matches("HD t-1", "HD t-1")).isTrue();
    assertThat(text.matches("HD t-1", "HD t1")).isFalse();
    assertThat(text.matches("HD t30", "HD t-1")).isFalse();
  }

  @Test
  void aTimeSince1970MayDifferByTwoSeconds() {
    long now = System.currentTimeMillis() / 1000;

    assertThat(
            text.matches(
                "k exp={now+100} la={now+0} x", "k exp=" + (now + 100) + " la=" + now + " x"))
        .isTrue();
    assertThat(text.matches("k exp={now+100} x", "k exp=" + (now + 105) + " x")).isFalse();
    assertThat(text.matches("k exp={now+100} x", "k exp=-1 x")).isFalse();
    assertThat(text.matches("k la={now+0} x", "k la=" + (now - 5) + " x")).isFalse();
  }

  @Test
  void aStarIsAnyWord() {
    assertThat(text.matches("VERSION {*}", "VERSION 1.6.18")).isTrue();
    assertThat(text.matches("VERSION {*}", "VERSION ")).isFalse();
  }
}
