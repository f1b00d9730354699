package dev.cress.memcached.internal.operation;

import dev.cress.node.CressException;
import org.jspecify.annotations.Nullable;

/**
 * A CAS token as callers hold it: the server's own, bound to the socket that it was read on. A
 * server counts from small numbers again after a restart, and each server counts for itself, so a
 * bare token could meet another item by chance.
 *
 * <p>The sign is clear, as callers may expect; 15 bits are the socket's tag, the lower 48 the
 * server's token. At a million writes a second a server reaches 2^48 after nine years.
 */
public final class CasToken {

  /** The greatest tag of a socket; the least is 1. */
  public static final int MOST_TAG = 0x7fff;

  private static final int CAS_BITS = 48;
  private static final long CAS_MASK = (1L << CAS_BITS) - 1;

  private CasToken() {}

  /**
   * Binds a server's token to a socket.
   *
   * @throws CressException if it has more than 48 bits
   */
  static long of(int tag, long cas) {
    if ((cas & ~CAS_MASK) != 0) {
      throw new CressException(
          "a CAS token of a server must be below 2^48 but was " + Long.toUnsignedString(cas));
    }
    return ((long) tag << CAS_BITS) | cas;
  }

  /** The tag of the socket that a token was read on. */
  static int tag(long token) {
    return (int) (token >>> CAS_BITS);
  }

  /** Whether a token, if there is one, was read on the socket with this tag. */
  static boolean fits(int tag, @Nullable Long token) {
    return token == null || token >>> CAS_BITS == tag;
  }

  /** What the server is told of a token. */
  static String text(long token) {
    return Long.toString(token & CAS_MASK);
  }

  /** The argument of a meta command, empty without a token. */
  static String argument(@Nullable Long token) {
    return token == null ? "" : " C" + text(token);
  }
}
