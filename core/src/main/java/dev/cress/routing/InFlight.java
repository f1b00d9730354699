package dev.cress.routing;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts the threads that are between reading a view and handing their command on. Striped by
 * thread, one cache line a stripe, so that two threads seldom share one.
 */
final class InFlight {

  private static final int STRIPES = 16;
  private static final int LINE = 16;

  private final AtomicLongArray counts = new AtomicLongArray(STRIPES * LINE);

  void enter() {
    counts.getAndAdd(stripe(), 1);
  }

  void leave() {
    counts.getAndAdd(stripe(), -1);
  }

  /*
   * Stripes are read one after the other, yet the answer is sound for a view that is no longer in
   * force: a thread in it keeps its stripe above zero all the while, and a thread that enters late
   * sees the newer view and leaves again without using this one.
   */
  boolean isEmpty() {
    for (int stripe = 0; stripe < STRIPES; stripe++) {
      if (counts.get(stripe * LINE) != 0) {
        return false;
      }
    }
    return true;
  }

  private static int stripe() {
    return ((int) Thread.currentThread().getId() & (STRIPES - 1)) * LINE;
  }
}
