package dev.cress.testservers.memcached;

import java.util.function.LongSupplier;

/** Whole seconds since a moment shortly before the server started, as memcached counts them. */
final class ServerClock {

  private static final int LONGEST_RELATIVE = 60 * 60 * 24 * 30;

  private final LongSupplier epochSeconds;
  private final long started;

  ServerClock(LongSupplier epochSeconds) {
    this.epochSeconds = epochSeconds;
    // So that now is never 0, which stands for no deadline.
    this.started = epochSeconds.getAsLong() - 2;
  }

  static ServerClock system() {
    return new ServerClock(() -> System.currentTimeMillis() / 1000);
  }

  int now() {
    return (int) (epochSeconds.getAsLong() - started);
  }

  long epochSeconds() {
    return epochSeconds.getAsLong();
  }

  /** Returns the seconds since 1970 of a moment by this clock. */
  long epochSeconds(int moment) {
    return started + moment;
  }

  /** Returns the seconds since the server started. */
  int uptime() {
    return now() - 2;
  }

  /**
   * Returns the deadline that an expiry time stands for: 0 for none; a moment in the past for a
   * negative one; up to 30 days it counts from now, beyond that from 1970.
   */
  int deadline(int expiryTime) {
    if (expiryTime == 0) {
      return 0;
    }
    if (expiryTime > 0 && expiryTime <= LONGEST_RELATIVE) {
      return expiryTime + now();
    }
    return (int) Math.max(1, expiryTime - started);
  }
}
