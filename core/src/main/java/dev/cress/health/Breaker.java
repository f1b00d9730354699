package dev.cress.health;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Stops asking a node that has failed several times in a row, and lets one trial through after a
 * pause. Not the breaker of callers' commands, see {@link NodeBreaker}. Thread-safe.
 */
final class Breaker {

  private final int failuresToOpen;
  private final long pauseNanos;
  private final LongSupplier nanoTime;
  private int failures;
  private long nextTrial;

  /**
   * Creates a closed breaker.
   *
   * @param failuresToOpen failures in a row that open it, at least 1
   * @param pause how long it stays open before a trial, and between trials
   * @param nanoTime the clock, as {@link System#nanoTime()}
   */
  Breaker(int failuresToOpen, Duration pause, LongSupplier nanoTime) {
    if (failuresToOpen < 1) {
      throw new IllegalArgumentException(
          "failuresToOpen must be at least 1 but was " + failuresToOpen);
    }
    this.failuresToOpen = failuresToOpen;
    this.pauseNanos = pause.toNanos();
    this.nanoTime = nanoTime;
  }

  /**
   * Asks to use the node. While the breaker is open, one caller per pause is let through.
   *
   * @return whether the caller may use it; it must report how that went
   */
  synchronized boolean tryUse() {
    if (failures < failuresToOpen) {
      return true;
    }
    long now = nanoTime.getAsLong();
    if (now - nextTrial < 0) {
      return false;
    }
    nextTrial = now + pauseNanos;
    return true;
  }

  /** Reports that the node answered: the breaker closes. */
  synchronized void succeeded() {
    failures = 0;
  }

  /** Reports that the node did not answer. */
  synchronized void failed() {
    failures = Math.min(failures + 1, failuresToOpen);
    if (failures == failuresToOpen) {
      nextTrial = nanoTime.getAsLong() + pauseNanos;
    }
  }

  /**
   * Tells whether callers are kept away.
   *
   * @return whether the breaker is open
   */
  synchronized boolean isOpen() {
    return failures >= failuresToOpen;
  }
}
