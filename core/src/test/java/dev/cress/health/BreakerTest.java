package dev.cress.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BreakerTest {

  private static final long PAUSE = Duration.ofSeconds(1).toNanos();

  private final AtomicLong clock = new AtomicLong();
  private final Breaker breaker = new Breaker(3, Duration.ofSeconds(1), clock::get);

  private void fail(int times) {
    for (int i = 0; i < times; i++) {
      breaker.failed();
    }
  }

  @Test
  void opensAfterFailuresInARow() {
    fail(2);
    assertThat(breaker.tryUse()).isTrue();
    assertThat(breaker.isOpen()).isFalse();

    fail(1);

    assertThat(breaker.isOpen()).isTrue();
    assertThat(breaker.tryUse()).isFalse();
  }

  @Test
  void anAnswerInBetweenStartsTheCountAnew() {
    fail(2);
    breaker.succeeded();
    fail(2);

    assertThat(breaker.isOpen()).isFalse();
    assertThat(breaker.tryUse()).isTrue();
  }

  @Test
  void letsOneTrialThroughPerPause() {
    fail(3);
    clock.addAndGet(PAUSE - 1);
    assertThat(breaker.tryUse()).isFalse();

    clock.addAndGet(1);
    assertThat(breaker.tryUse()).isTrue();
    assertThat(breaker.tryUse()).isFalse();

    clock.addAndGet(PAUSE);
    assertThat(breaker.tryUse()).isTrue();
  }

  @Test
  void aFailedTrialKeepsItOpenForAnotherPause() {
    fail(3);
    clock.addAndGet(PAUSE);
    assertThat(breaker.tryUse()).isTrue();
    clock.addAndGet(PAUSE / 2);
    breaker.failed();

    clock.addAndGet(PAUSE - 1);
    assertThat(breaker.tryUse()).isFalse();
    clock.addAndGet(1);
    assertThat(breaker.tryUse()).isTrue();
  }

  @Test
  void aTrialThatSucceedsClosesIt() {
    fail(3);
    clock.addAndGet(PAUSE);
    assertThat(breaker.tryUse()).isTrue();

    breaker.succeeded();

    assertThat(breaker.isOpen()).isFalse();
    assertThat(breaker.tryUse()).isTrue();
    fail(2);
    assertThat(breaker.isOpen()).isFalse();
  }

  /** {@link System#nanoTime} may be negative and may overflow. */
  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE, -1, Long.MAX_VALUE - 1})
  void worksFromAnyStartOfTheClock(long start) {
    clock.set(start);
    fail(3);
    assertThat(breaker.tryUse()).isFalse();

    clock.addAndGet(PAUSE);

    assertThat(breaker.tryUse()).isTrue();
  }

  @Test
  void needsAtLeastOneFailureToOpen() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Breaker(0, Duration.ofSeconds(1), clock::get))
        .withMessage("failuresToOpen must be at least 1 but was 0");
  }
}
