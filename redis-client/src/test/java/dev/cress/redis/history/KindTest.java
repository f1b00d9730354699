package dev.cress.redis.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.redis.history.Kind.Step;
import org.junit.jupiter.api.Test;

class KindTest {

  @Test
  void readsLeaveTheValue() {
    assertThat(Kind.GET.apply("a", "")).isEqualTo(new Step("a", "a"));
    assertThat(Kind.GET.apply(null, "")).isEqualTo(new Step(null, null));
    assertThat(Kind.EXISTS.apply("a", "")).isEqualTo(new Step("a", "1"));
    assertThat(Kind.EXISTS.apply(null, "")).isEqualTo(new Step(null, "0"));
  }

  @Test
  void writesReplaceTheValue() {
    assertThat(Kind.SET.apply("a", "b")).isEqualTo(new Step("b", "OK"));
    assertThat(Kind.GETSET.apply("a", "b")).isEqualTo(new Step("b", "a"));
    assertThat(Kind.GETSET.apply(null, "b")).isEqualTo(new Step("b", null));
    assertThat(Kind.SETNX.apply(null, "b")).isEqualTo(new Step("b", "true"));
    assertThat(Kind.SETNX.apply("a", "b")).isEqualTo(new Step("a", "false"));
  }

  @Test
  void deletesLeaveNothing() {
    assertThat(Kind.DEL.apply("a", "")).isEqualTo(new Step(null, "1"));
    assertThat(Kind.DEL.apply(null, "")).isEqualTo(new Step(null, "0"));
    assertThat(Kind.GETDEL.apply("a", "")).isEqualTo(new Step(null, "a"));
    assertThat(Kind.GETDEL.apply(null, "")).isEqualTo(new Step(null, null));
  }

  @Test
  void appendAnswersTheLengthInBytes() {
    assertThat(Kind.APPEND.apply("a", "é")).isEqualTo(new Step("aé", "3"));
    assertThat(Kind.APPEND.apply(null, "b")).isEqualTo(new Step("b", "1"));
    assertThat(Kind.APPEND.apply(null, "")).isEqualTo(new Step("", "0"));
  }

  @Test
  void incrementCountsFromZero() {
    assertThat(Kind.INCR.apply(null, "")).isEqualTo(new Step("1", "1"));
    assertThat(Kind.INCR.apply("-1", "")).isEqualTo(new Step("0", "0"));
    assertThat(Kind.INCR.apply("41", "")).isEqualTo(new Step("42", "42"));
  }

  @Test
  void incrementRefusesWhatRedisDoesNotReadAsANumber() {
    for (String value : new String[] {"", "a", "+1", "01", "-0", " 1", "1.0", "٣"}) {
      assertThat(Kind.INCR.apply(value, "")).isEqualTo(new Step(value, Kind.ERROR));
    }
    String greatest = "9223372036854775807";
    assertThat(Kind.INCR.apply(greatest, "")).isEqualTo(new Step(greatest, Kind.ERROR));
  }
}
