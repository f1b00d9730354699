package dev.cress.health;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Fails calls to a node soon when it is silent, and at once when it has been silent for several
 * calls in a row, but for one trial a second. Thread-safe.
 */
public final class NodeWatch {

  private static final int FAILURES_TO_OPEN = 5;
  private static final Duration BREAKER_PAUSE = Duration.ofSeconds(1);

  private final Breaker breaker = new Breaker(FAILURES_TO_OPEN, BREAKER_PAUSE, System::nanoTime);
  private final long silenceNanos;
  private final Supplier<? extends Throwable> unavailable;
  private volatile long replies;

  /**
   * Creates a watch over a node that has not been called.
   *
   * @param silence how long a call may be unanswered while the node answers nothing else
   * @param unavailable makes what a call fails with then
   */
  public NodeWatch(Duration silence, Supplier<? extends Throwable> unavailable) {
    this.silenceNanos = silence.toNanos();
    this.unavailable = unavailable;
  }

  /**
   * Makes a call, unless the node has been silent.
   *
   * @param call makes it
   * @param <R> the answer
   * @return the answer, or a failure; when it comes too late it is dropped
   */
  public <R> CompletionStage<R> call(Supplier<CompletionStage<R>> call) {
    if (!breaker.tryUse()) {
      return CompletableFuture.failedFuture(unavailable.get());
    }
    CompletableFuture<R> reply = call.get().toCompletableFuture().copy();
    failWhenSilent(reply, replies);
    return reply.whenComplete((value, failure) -> heard(failure == null));
  }

  private synchronized void heard(boolean answered) {
    if (answered) {
      replies++;
      breaker.succeeded();
    } else {
      breaker.failed();
    }
  }

  /*
   * As long as the node answers anything it is not silent: it is only busy. And when the timer itself
   * is late, this process was stalled, and the answer may lie here unread.
   */
  private void failWhenSilent(CompletableFuture<?> reply, long repliesBefore) {
    long due = System.nanoTime() + silenceNanos;
    CompletableFuture.delayedExecutor(silenceNanos, TimeUnit.NANOSECONDS)
        .execute(
            () -> {
              long now = replies;
              boolean stalled = System.nanoTime() - due > silenceNanos / 4;
              if (reply.isDone()) {
                return;
              }
              if (now == repliesBefore && !stalled) {
                reply.completeExceptionally(unavailable.get());
              } else {
                failWhenSilent(reply, now);
              }
            });
  }
}
