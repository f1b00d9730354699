package dev.cress.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * The watch goes by real time. Where a slow machine can stretch it, a test measures how long things
 * took and allows for that: a bound is never tighter than the time that has passed.
 */
final class NodeWatchTest {

  private static final Duration SILENCE = Duration.ofMillis(200);
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int FAILURES_TO_OPEN = 5;

  private final NodeWatch watch =
      new NodeWatch(SILENCE, () -> new IllegalStateException("unavailable"));
  private final AtomicInteger made = new AtomicInteger();

  private <R> CompletableFuture<R> call(Supplier<CompletionStage<R>> call) {
    return watch
        .call(
            () -> {
              made.incrementAndGet();
              return call.get();
            })
        .toCompletableFuture();
  }

  private CompletableFuture<String> answered() {
    return call(() -> CompletableFuture.completedFuture("answer"));
  }

  private CompletableFuture<String> refused() {
    return call(() -> CompletableFuture.failedFuture(new IllegalStateException("refused")));
  }

  private void refuse(int times) {
    for (int i = 0; i < times; i++) {
      refused();
    }
  }

  private static void awaitThat(BooleanSupplier condition) {
    await()
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(5))
        .until(condition::getAsBoolean);
  }

  private static String failure(CompletableFuture<?> reply) throws InterruptedException {
    try {
      return "none but the answer " + reply.get();
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      return String.valueOf(cause == null ? null : cause.getMessage());
    }
  }

  @Test
  void passesOnWhatTheNodeAnswers() throws Exception {
    assertThat(answered().get()).isEqualTo("answer");
    assertThat(failure(refused())).isEqualTo("refused");
  }

  @Test
  void failsACallWhenTheNodeIsSilent() throws Exception {
    long start = System.nanoTime();
    CompletableFuture<String> asked = new CompletableFuture<>();
    CompletableFuture<String> reply = call(() -> asked);

    awaitThat(reply::isDone);

    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(SILENCE.toNanos());
    assertThat(failure(reply)).isEqualTo("unavailable");
    asked.complete("too late");
    assertThat(failure(reply)).isEqualTo("unavailable");
  }

  /** Only if this machine kept the answers back for as long as a silence, the call may fail. */
  @Test
  void waitsForANodeThatAnswersOthers() {
    long start = System.nanoTime();
    AtomicLong last = new AtomicLong(start);
    LongAccumulator longestGap = new LongAccumulator(Math::max, 0);
    Runnable other =
        () -> {
          long before = System.nanoTime();
          answered();
          longestGap.accumulate(System.nanoTime() - last.getAndSet(before));
        };
    CompletableFuture<String> slow = call(CompletableFuture::new);

    awaitThat(
        () -> {
          other.run();
          return System.nanoTime() - start >= 4 * SILENCE.toNanos();
        });

    boolean failed = slow.isDone();
    other.run();
    assertThat(failed && longestGap.get() < SILENCE.toNanos()).isFalse();
  }

  @Test
  void makesNoCallAfterFiveFailuresInARow() throws Exception {
    long start = System.nanoTime();
    refuse(FAILURES_TO_OPEN);
    assertThat(made).hasValue(FAILURES_TO_OPEN);

    int unavailable = 0;
    for (int i = 0; i < 1_000; i++) {
      unavailable += failure(refused()).equals("unavailable") ? 1 : 0;
    }

    long trials = (System.nanoTime() - start) / PAUSE.toNanos();
    assertThat(made.get()).isLessThanOrEqualTo(FAILURES_TO_OPEN + (int) trials);
    assertThat(unavailable).isEqualTo(FAILURES_TO_OPEN + 1_000 - made.get());
  }

  @Test
  void callsThatTheNodeLeftUnansweredCountAsFailures() {
    long start = System.nanoTime();
    CompletableFuture<?>[] silent = new CompletableFuture<?>[FAILURES_TO_OPEN];
    for (int i = 0; i < silent.length; i++) {
      silent[i] = call(CompletableFuture::new);
    }
    awaitThat(() -> CompletableFuture.allOf(silent).isDone());

    refuse(1_000);

    long trials = (System.nanoTime() - start) / PAUSE.toNanos();
    assertThat(made.get()).isLessThanOrEqualTo(FAILURES_TO_OPEN + (int) trials);
  }

  @Test
  void anAnswerInBetweenStartsTheCountAnew() {
    for (int i = 0; i < 3; i++) {
      refuse(FAILURES_TO_OPEN - 1);
      answered();
    }

    assertThat(made).hasValue(3 * FAILURES_TO_OPEN);
  }

  @Test
  void makesOneTrialAfterAPauseAndAllCallsWhenItIsAnswered() {
    long start = System.nanoTime();
    refuse(FAILURES_TO_OPEN);

    awaitThat(
        () -> {
          answered();
          return made.get() > FAILURES_TO_OPEN;
        });

    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(PAUSE.toNanos());
    made.set(0);
    refuse(FAILURES_TO_OPEN - 1);
    assertThat(made).hasValue(FAILURES_TO_OPEN - 1);
  }
}
