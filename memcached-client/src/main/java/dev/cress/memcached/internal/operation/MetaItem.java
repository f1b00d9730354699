package dev.cress.memcached.internal.operation;

/**
 * What a server has under a key. Immutable, if nobody writes to the data.
 *
 * @param state whether there is an item, and whose turn it is to fill it
 * @param flags 32 bits, taken as they are; 0 if there is no item
 * @param token the item's CAS token, bound to the socket that it was read on; 0 if there is no item
 * @param ttl the seconds it had left before the command; -1 if it does not expire, or if there is
 *     no item
 * @param data its value, not a copy; empty if there is no item
 */
@SuppressWarnings("ArrayRecordComponent") // passed on at once, never compared
public record MetaItem(State state, int flags, long token, int ttl, byte[] data) {

  /** What an item is. */
  public enum State {
    /** There is none. */
    ABSENT,
    /** An empty one, which the asker is to fill. */
    WON,
    /** An empty one, which somebody else is to fill. */
    LEASED,
    /** A value. */
    PRESENT
  }

  static MetaItem absent() {
    return new MetaItem(State.ABSENT, 0, 0, -1, new byte[0]);
  }
}
