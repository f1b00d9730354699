package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.history.Kind.Step;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RedisKindTest {

  @Test
  void readsLeaveTheValue() {
    assertThat(step(RedisKind.GET, "a")).isEqualTo(new Step("a", "a"));
    assertThat(step(RedisKind.GET, null)).isEqualTo(new Step(null, null));
    assertThat(step(RedisKind.EXISTS, "a")).isEqualTo(new Step("a", "1"));
    assertThat(step(RedisKind.EXISTS, null)).isEqualTo(new Step(null, "0"));
  }

  @Test
  void writesReplaceTheValue() {
    assertThat(step(RedisKind.SET, "a", "b")).isEqualTo(new Step("b", "OK"));
    assertThat(step(RedisKind.GETSET, "a", "b")).isEqualTo(new Step("b", "a"));
    assertThat(step(RedisKind.GETSET, null, "b")).isEqualTo(new Step("b", null));
    assertThat(step(RedisKind.SETNX, null, "b")).isEqualTo(new Step("b", "true"));
    assertThat(step(RedisKind.SETNX, "a", "b")).isEqualTo(new Step("a", "false"));
  }

  @Test
  void deletesLeaveNothing() {
    assertThat(step(RedisKind.DEL, "a")).isEqualTo(new Step(null, "1"));
    assertThat(step(RedisKind.DEL, null)).isEqualTo(new Step(null, "0"));
    assertThat(step(RedisKind.GETDEL, "a")).isEqualTo(new Step(null, "a"));
    assertThat(step(RedisKind.GETDEL, null)).isEqualTo(new Step(null, null));
  }

  @Test
  void appendAnswersTheLengthInBytes() {
    assertThat(step(RedisKind.APPEND, "a", "é")).isEqualTo(new Step("aé", "3"));
    assertThat(step(RedisKind.APPEND, null, "b")).isEqualTo(new Step("b", "1"));
    assertThat(step(RedisKind.APPEND, null, "")).isEqualTo(new Step("", "0"));
  }

  @Test
  void incrementCountsFromZero() {
    assertThat(step(RedisKind.INCR, null)).isEqualTo(new Step("1", "1"));
    assertThat(step(RedisKind.INCR, "-1")).isEqualTo(new Step("0", "0"));
    assertThat(step(RedisKind.INCR, "41")).isEqualTo(new Step("42", "42"));
  }

  @Test
  void incrementRefusesWhatRedisDoesNotReadAsANumber() {
    for (String value : new String[] {"", "a", "+1", "01", "-0", " 1", "1.0", "٣"}) {
      assertThat(step(RedisKind.INCR, value)).isEqualTo(new Step(value, RedisKind.ERROR));
    }
    String greatest = "9223372036854775807";
    assertThat(step(RedisKind.INCR, greatest)).isEqualTo(new Step(greatest, RedisKind.ERROR));
  }

  private static Step step(RedisKind kind, @Nullable String value, String... arguments) {
    List<Step> steps = kind.steps(value, List.of(arguments));
    assertThat(steps).hasSize(1);
    assertThat(arguments).hasSize(kind.arguments());
    return steps.get(0);
  }
}
