package dev.cress.examples.demo;

/**
 * When a key expires, as far as a client can know: the server counted the time to live from some
 * moment between sending the command and its reply. All times are ms of the system clock, which is
 * the servers' own clock here. Immutable.
 *
 * @param earliest the earliest moment at which it expires, {@link Long#MAX_VALUE} for never
 * @param latest the latest
 */
record Life(long earliest, long latest) {

  static final Life ENDLESS = new Life(Long.MAX_VALUE, Long.MAX_VALUE);

  /** What a client can say of a key between sending a command and its reply. */
  enum State {
    ALIVE,
    PERHAPS,
    EXPIRED
  }

  /**
   * The life of a key whose time to live was set between two moments.
   *
   * @param rounding how far its end may be from what was set, for no other reason than rounding
   */
  static Life of(long ttl, long sent, long replied, long rounding) {
    return new Life(sent + ttl - rounding, replied + ttl + rounding);
  }

  boolean isEndless() {
    return latest == Long.MAX_VALUE;
  }

  /**
   * Whether a command found the key alive.
   *
   * @param drift how moves may have changed its end
   */
  State between(long sent, long replied, Drift drift) {
    if (isEndless() || replied <= earliest - drift.earlier()) {
      return State.ALIVE;
    }
    return sent > latest + drift.later() ? State.EXPIRED : State.PERHAPS;
  }
}
