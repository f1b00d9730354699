package dev.cress.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class NodeBreakerTest {

  private final AtomicLong clock = new AtomicLong();
  private final NodeBreakers all = new NodeBreakers(clock::get);
  private final NodeBreaker breaker = all.add("a");

  private void pass(long millis) {
    clock.addAndGet(Duration.ofMillis(millis).toNanos());
  }

  /** Reports failures for half a second, which opens a breaker that may. */
  private void failLong(NodeBreaker failing) {
    for (int i = 0; i < 6; i++) {
      failing.report(0, 10);
      pass(100);
    }
  }

  private static void trial(NodeBreaker of, boolean answered) {
    assertThat(of.tryTrial()).isTrue();
    of.trialEnded(answered);
  }

  @Test
  void opensWhenMostOperationsHaveFailedForHalfASecond() {
    for (int i = 0; i < 5; i++) {
      breaker.report(4, 6);
      assertThat(breaker.isOpen()).isFalse();
      pass(100);
    }

    breaker.report(4, 6);

    assertThat(breaker.isOpen()).isTrue();
  }

  @Test
  void oneBurstOfFailuresDoesNotOpenIt() {
    breaker.report(0, 100_000);
    pass(100);
    breaker.report(200_000, 0);
    pass(10_000);
    breaker.report(0, 1);

    assertThat(breaker.isOpen()).isFalse();
  }

  @Test
  void aBurstIsNoFailureThatLastsHoweverLateTheNextAnswerComes() {
    breaker.report(0, 1_000);
    pass(600);

    breaker.report(1, 0);

    assertThat(breaker.isOpen()).isFalse();
  }

  @Test
  void aBurstThatIsOverCountsNoMore() {
    breaker.report(0, 1_000);
    pass(600);
    breaker.report(4, 0);
    pass(10_000);

    breaker.report(0, 100);

    assertThat(breaker.isOpen()).isFalse();
  }

  @Test
  void aFewFailuresAfterABurstDoNotOpenItButFiveDo() {
    breaker.report(0, 1_000);
    pass(600);
    breaker.report(0, 4);
    assertThat(breaker.isOpen()).isFalse();

    breaker.report(0, 1);

    assertThat(breaker.isOpen()).isTrue();
  }

  @Test
  void answersBetweenBurstsDoNotKeepItClosedWhenMostOperationsFail() {
    for (int i = 0; i < 7; i++) {
      breaker.report(i % 2 == 0 ? 0 : 1, i % 2 == 0 ? 10 : 0);
      pass(100);
    }

    assertThat(breaker.isOpen()).isTrue();
  }

  @Test
  void fewFailuresDoNotOpenItHoweverLongTheyTake() {
    for (int i = 0; i < 4; i++) {
      breaker.report(0, 1);
      pass(60_000);
    }
    assertThat(breaker.isOpen()).isFalse();

    breaker.report(0, 1);

    assertThat(breaker.isOpen()).isTrue();
  }

  @Test
  void aMinorityOfFailuresNeverOpensIt() {
    for (int i = 0; i < 1_000; i++) {
      breaker.report(6, 4);
      pass(100);
    }

    assertThat(breaker.isOpen()).isFalse();
  }

  @Test
  void someAnswersInBetweenDoNotKeepItClosed() {
    for (int i = 0; i < 10; i++) {
      breaker.report(i % 5 == 4 ? 1 : 0, i % 5 == 4 ? 0 : 1);
      pass(100);
    }

    assertThat(breaker.isOpen()).isTrue();
  }

  @Test
  void letsOneTrialThroughAtATimeASecondAfterItOpened() {
    failLong(breaker);
    assertThat(breaker.tryTrial()).isFalse();

    pass(1_000);

    assertThat(breaker.tryTrial()).isTrue();
    pass(60_000);
    assertThat(breaker.tryTrial()).isFalse();
  }

  @Test
  void closesAfterThreeTrialsInARow() {
    failLong(breaker);
    pass(1_000);
    trial(breaker, true);
    trial(breaker, true);
    trial(breaker, false);
    assertThat(breaker.tryTrial()).isFalse();
    pass(1_000);
    trial(breaker, true);
    trial(breaker, true);
    assertThat(breaker.isOpen()).isTrue();

    trial(breaker, true);

    assertThat(breaker.isOpen()).isFalse();
  }

  @Test
  void startsToCountAnewWhenItHasClosed() {
    failLong(breaker);
    breaker.report(0, 1_000);
    pass(1_000);
    IntStream.range(0, 3).forEach(i -> trial(breaker, true));

    breaker.report(0, 4);
    pass(1_000);

    assertThat(breaker.isOpen()).isFalse();
    failLong(breaker);
    assertThat(breaker.isOpen()).isTrue();
  }

  @Test
  void aTrialThatEndsWhenItHasClosedChangesNothing() {
    failLong(breaker);
    pass(1_000);
    assertThat(breaker.tryTrial()).isTrue();
    breaker.remove();

    breaker.trialEnded(false);

    assertThat(breaker.isOpen()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "3, 1", "4, 2", "5, 2", "10, 5"})
  void atMostHalfOfTheNodesAreKeptAway(int nodes, int open) {
    NodeBreakers some = new NodeBreakers(clock::get);
    List<NodeBreaker> breakers =
        IntStream.range(0, nodes).mapToObj(i -> some.add("n" + i)).toList();

    breakers.forEach(this::failLong);

    assertThat(breakers.stream().filter(NodeBreaker::isOpen)).hasSize(open);
  }

  @Test
  void aNodeThatStillFailsTakesThePlaceOfOneThatIsWellAgain() {
    NodeBreaker second = all.add("b");
    failLong(breaker);
    failLong(second);
    assertThat(second.isOpen()).isFalse();
    pass(1_000);
    IntStream.range(0, 3).forEach(i -> trial(breaker, true));

    second.report(0, 1);

    assertThat(second.isOpen()).isTrue();
  }

  @Test
  void aNodeThatIsRemovedGivesItsPlaceBackAndCountsNoMore() {
    NodeBreaker second = all.add("b");
    failLong(breaker);

    breaker.remove();
    breaker.remove();
    failLong(breaker);
    failLong(second);

    assertThat(breaker.isOpen()).isFalse();
    assertThat(second.isOpen()).isTrue();
  }

  /** {@link System#nanoTime} may be negative and may overflow. */
  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE, -1, Long.MAX_VALUE - 1})
  void worksFromAnyStartOfTheClock(long start) {
    clock.set(start);
    failLong(breaker);
    assertThat(breaker.isOpen()).isTrue();
    assertThat(breaker.tryTrial()).isFalse();

    pass(1_000);

    assertThat(breaker.tryTrial()).isTrue();
  }
}
