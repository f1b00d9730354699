package dev.cress.health;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Keeps callers from a node whose operations fail, and finds out with one of them at a time whether
 * it is well again. Thread-safe; {@link #isOpen()} is one volatile read, everything else is for
 * reports and trials, which are rare.
 */
public final class NodeBreaker {

  /* It opens when operations have failed for half a second, at least 5 of them, and in that time no
   * report brought the answered ones back into the majority. So neither one lost connection, which
   * fails all that is under way in one moment, nor a pause shorter than that can open it, and it
   * opens at any rate of calls. A first report with 5 failures or more may be such a moment: then 5
   * more must follow, and all is forgotten when more are answered than fail in the half second after
   * it. It closes after three trials in a row, so a node that answers now and then does not make it
   * flap. */
  private static final int FEWEST_FAILURES = 5;
  private static final long SHORTEST_FAILURE = Duration.ofMillis(500).toNanos();
  private static final long PAUSE = Duration.ofSeconds(1).toNanos();
  private static final int TRIALS_TO_CLOSE = 3;

  private final String node;
  private final NodeBreakers all;
  private final LongSupplier nanoTime;

  private volatile boolean open;
  private long answered;
  private long failed;
  private long failingSince;
  private long answeredAtFirst;
  private long failedAtFirst;
  private boolean trialUnderWay;
  private int trialsAnswered;
  private long nextTrial;
  private boolean removed;

  NodeBreaker(String node, NodeBreakers all, LongSupplier nanoTime) {
    this.node = node;
    this.all = all;
    this.nanoTime = nanoTime;
  }

  /**
   * Tells whether callers are kept away.
   *
   * @return whether only a trial may be sent
   */
  public boolean isOpen() {
    return open;
  }

  /**
   * Reports operations that ended since the last report. While the breaker is open only its trials
   * count.
   *
   * @param answeredInTime how many were answered before their callers gave up, at least 0
   * @param notAnswered how many were not, at least 0
   */
  public synchronized void report(long answeredInTime, long notAnswered) {
    if (open || removed) {
      return;
    }
    long now = nanoTime.getAsLong();
    if (failed == 0) {
      failingSince = now;
      answeredAtFirst = answeredInTime;
      failedAtFirst = notAnswered;
    }
    answered += answeredInTime;
    failed += notAnswered;
    boolean lasts = now - failingSince >= SHORTEST_FAILURE;
    if (failed < answered || failed == 0 || (lasts && isOverSinceTheFirst())) {
      forget();
    } else if (notAnswered > 0 && lasts && counted() >= FEWEST_FAILURES && all.tryOpen(node)) {
      forget();
      open = true;
      trialUnderWay = false;
      trialsAnswered = 0;
      nextTrial = now + PAUSE;
    }
  }

  private boolean isOverSinceTheFirst() {
    return failed - failedAtFirst < answered - answeredAtFirst;
  }

  private long counted() {
    return failedAtFirst < FEWEST_FAILURES ? failed : failed - failedAtFirst;
  }

  private void forget() {
    answered = 0;
    failed = 0;
  }

  /**
   * Asks to send one operation although the breaker is open. There is one trial at a time, a second
   * after the breaker opened or a trial failed.
   *
   * @return whether the caller may send it; it must then call {@link #trialEnded} once
   */
  public synchronized boolean tryTrial() {
    if (trialUnderWay || nanoTime.getAsLong() - nextTrial < 0) {
      return false;
    }
    trialUnderWay = true;
    return true;
  }

  /**
   * Reports the end of a trial.
   *
   * @param answeredInTime whether the node answered before the caller gave up
   */
  public synchronized void trialEnded(boolean answeredInTime) {
    trialUnderWay = false;
    if (!open) {
      return;
    }
    if (!answeredInTime) {
      trialsAnswered = 0;
      nextTrial = nanoTime.getAsLong() + PAUSE;
    } else if (++trialsAnswered == TRIALS_TO_CLOSE) {
      open = false;
      all.closed(node);
    }
  }

  /** Takes the node out of the count of nodes. The breaker stays closed from now on. */
  public synchronized void remove() {
    if (!removed) {
      removed = true;
      all.removed(open);
      open = false;
    }
  }
}
