package dev.cress.memcached;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.history.Kind.Step;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MemcachedKindTest {

  @Test
  void aReadLeavesTheValue() {
    assertThat(steps(MemcachedKind.GET, "a")).containsExactly(new Step("a", "a"));
    assertThat(steps(MemcachedKind.GET, null)).containsExactly(new Step(null, null));
  }

  @Test
  void addStoresOnlyWhereNothingIs() {
    assertThat(steps(MemcachedKind.SET, "a", "b")).containsExactly(new Step("b", "true"));
    assertThat(steps(MemcachedKind.ADD, null, "b")).containsExactly(new Step("b", "true"));
    assertThat(steps(MemcachedKind.ADD, "a", "b")).containsExactly(new Step("a", "false"));
  }

  @Test
  void deleteSaysWhetherItFoundOne() {
    assertThat(steps(MemcachedKind.DELETE, "a")).containsExactly(new Step(null, "true"));
    assertThat(steps(MemcachedKind.DELETE, null)).containsExactly(new Step(null, "false"));
  }

  @Test
  void appendNeedsAValue() {
    assertThat(steps(MemcachedKind.APPEND, "a", "b")).containsExactly(new Step("ab", "true"));
    assertThat(steps(MemcachedKind.APPEND, null, "b")).containsExactly(new Step(null, "false"));
  }

  @Test
  void countingNeedsANumber() {
    for (MemcachedKind kind : List.of(MemcachedKind.INCR, MemcachedKind.DECR)) {
      assertThat(steps(kind, null, "1")).containsExactly(new Step(null, "-1"));
      for (String value : List.of("", "a", "-1", "1x", "18446744073709551616")) {
        assertThat(steps(kind, value, "1")).containsExactly(new Step(value, MemcachedKind.ERROR));
      }
    }
  }

  @Test
  void countingUpStartsAgainAtTheTopAndCountingDownStopsAtZero() {
    assertThat(steps(MemcachedKind.INCR, "9", "2")).containsExactly(new Step("11", "11"));
    assertThat(steps(MemcachedKind.INCR, "18446744073709551615", "1"))
        .containsExactly(new Step("0", "0"));
    assertThat(steps(MemcachedKind.DECR, "10", "1")).containsExactly(new Step("9", "9"));
    assertThat(steps(MemcachedKind.DECR, "1", "2")).containsExactly(new Step("0", "0"));
    assertThat(steps(MemcachedKind.DECR, "18446744073709551615", "1"))
        .containsExactly(new Step("18446744073709551614", "18446744073709551614"));
  }

  @Test
  void casStoresOverTheValueThatWasReadOrTakesItForAnother() {
    assertThat(steps(MemcachedKind.CAS, "a", "a", "b"))
        .containsExactly(new Step("b", "OK"), new Step("a", "EXISTS"));
    assertThat(steps(MemcachedKind.CAS, "x", "a", "b")).containsExactly(new Step("x", "EXISTS"));
    assertThat(steps(MemcachedKind.CAS, null, "a", "b"))
        .containsExactly(new Step(null, "NOT_FOUND"));
  }

  private static List<Step> steps(MemcachedKind kind, @Nullable String value, String... arguments) {
    assertThat(arguments).hasSize(kind.arguments());
    return kind.steps(value, List.of(arguments));
  }
}
