package dev.cress.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.examples.demo.Life.State;
import org.junit.jupiter.api.Test;

class LifeTest {

  /** Set to 100 ms between 1,000 and 1,010: it ends between 1,100 and 1,110, or 1 ms around. */
  private final Life life = Life.of(100, 1_000, 1_010);

  @Test
  void aReplyBeforeTheEarliestEndFoundItAlive() {
    assertThat(life.between(1_020, 1_099, 0)).isEqualTo(State.ALIVE);
  }

  @Test
  void aCommandAfterTheLatestEndFoundItExpired() {
    assertThat(life.between(1_112, 1_120, 0)).isEqualTo(State.EXPIRED);
  }

  @Test
  void aCommandThatMeetsTheEndMayFindEither() {
    assertThat(life.between(1_020, 1_100, 0)).isEqualTo(State.PERHAPS);
    assertThat(life.between(1_111, 1_120, 0)).isEqualTo(State.PERHAPS);
  }

  @Test
  void lostLifeMovesOnlyTheEarliestEnd() {
    assertThat(life.between(1_020, 1_079, 20)).isEqualTo(State.ALIVE);
    assertThat(life.between(1_020, 1_080, 20)).isEqualTo(State.PERHAPS);
    assertThat(life.between(1_111, 1_120, 20)).isEqualTo(State.PERHAPS);
  }

  @Test
  void anEndlessLifeIsAliveAlways() {
    assertThat(Life.ENDLESS.between(1, Long.MAX_VALUE, 20)).isEqualTo(State.ALIVE);
  }
}
