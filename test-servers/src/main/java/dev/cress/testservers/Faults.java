package dev.cress.testservers;

import java.time.Duration;

/** The faults a proxy applies to passing bytes at this moment. Thread-safe. */
final class Faults {

  private long delayNanos;
  private boolean blackHole;
  private long replyBytesLeft = Long.MAX_VALUE;

  synchronized void delay(Duration oneWay) {
    if (oneWay.isNegative()) {
      throw new IllegalArgumentException("oneWay must not be negative but was " + oneWay);
    }
    delayNanos = oneWay.toNanos();
  }

  synchronized long delayNanos() {
    return delayNanos;
  }

  synchronized void blackHole(boolean on) {
    blackHole = on;
    notifyAll();
  }

  /** Returns when no black hole holds bytes back. */
  synchronized void awaitPassage() throws InterruptedException {
    while (blackHole) {
      wait();
    }
  }

  synchronized void allowReplyBytes(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("bytes must be at least 0 but was " + bytes);
    }
    replyBytesLeft = bytes;
  }

  /**
   * Returns how many of these reply bytes may pass. Fewer than asked for means that the connection
   * is to be cut after them; that ends the fault.
   */
  synchronized int takeReplyBytes(int wanted) {
    if (wanted > replyBytesLeft) {
      int allowed = (int) replyBytesLeft;
      replyBytesLeft = Long.MAX_VALUE;
      return allowed;
    }
    if (replyBytesLeft != Long.MAX_VALUE) {
      replyBytesLeft -= wanted;
    }
    return wanted;
  }

  synchronized void clear() {
    delay(Duration.ZERO);
    allowReplyBytes(Long.MAX_VALUE);
    blackHole(false);
  }
}
