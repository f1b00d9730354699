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

  /** Client and server round their clocks to whole ms, at different moments. */
  private static final long CLOCK_STEP = 1;

  /** What a client can say of a key between sending a command and its reply. */
  enum State {
    ALIVE,
    PERHAPS,
    EXPIRED
  }

  /** The life of a key whose time to live was set between two moments. */
  static Life of(long ttl, long sent, long replied) {
    return new Life(sent + ttl - CLOCK_STEP, replied + ttl + CLOCK_STEP);
  }

  boolean isEndless() {
    return latest == Long.MAX_VALUE;
  }

  /**
   * Whether a command found the key alive.
   *
   * @param lifeLost how much earlier than set it may have expired
   */
  State between(long sent, long replied, long lifeLost) {
    if (sent > latest) {
      return State.EXPIRED;
    }
    return isEndless() || replied <= earliest - lifeLost ? State.ALIVE : State.PERHAPS;
  }
}
