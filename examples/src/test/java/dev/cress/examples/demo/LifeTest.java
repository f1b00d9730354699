package dev.cress.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.examples.demo.Life.State;
import org.junit.jupiter.api.Test;

class LifeTest {

  /** Set to 100 ms between 1,000 and 1,010: it ends between 1,100 and 1,110, or 1 ms around. */
  private final Life life = Life.of(100, 1_000, 1_010, 1);

  private static final Drift LOST = new Drift(20, 0);

  @Test
  void aReplyBeforeTheEarliestEndFoundItAlive() {
    assertThat(life.between(1_020, 1_099, Drift.NONE)).isEqualTo(State.ALIVE);
  }

  @Test
  void aCommandAfterTheLatestEndFoundItExpired() {
    assertThat(life.between(1_112, 1_120, Drift.NONE)).isEqualTo(State.EXPIRED);
  }

  @Test
  void aCommandThatMeetsTheEndMayFindEither() {
    assertThat(life.between(1_020, 1_100, Drift.NONE)).isEqualTo(State.PERHAPS);
    assertThat(life.between(1_111, 1_120, Drift.NONE)).isEqualTo(State.PERHAPS);
  }

  @Test
  void lostLifeMovesOnlyTheEarliestEnd() {
    assertThat(life.between(1_020, 1_079, LOST)).isEqualTo(State.ALIVE);
    assertThat(life.between(1_020, 1_080, LOST)).isEqualTo(State.PERHAPS);
    assertThat(life.between(1_111, 1_120, LOST)).isEqualTo(State.PERHAPS);
  }

  @Test
  void gainedLifeMovesOnlyTheLatestEnd() {
    Drift gained = new Drift(0, 20);

    assertThat(life.between(1_020, 1_099, gained)).isEqualTo(State.ALIVE);
    assertThat(life.between(1_020, 1_100, gained)).isEqualTo(State.PERHAPS);
    assertThat(life.between(1_131, 1_140, gained)).isEqualTo(State.PERHAPS);
    assertThat(life.between(1_132, 1_140, gained)).isEqualTo(State.EXPIRED);
  }

  @Test
  void anEndlessLifeIsAliveAlways() {
    assertThat(Life.ENDLESS.between(1, Long.MAX_VALUE, LOST)).isEqualTo(State.ALIVE);
  }
}
