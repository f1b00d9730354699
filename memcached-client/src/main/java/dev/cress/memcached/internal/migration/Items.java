package dev.cress.memcached.internal.migration;

import dev.cress.memcached.internal.operation.Expiration;
import dev.cress.memcached.internal.operation.MetaItem;
import dev.cress.memcached.internal.operation.MetaItem.State;
import dev.cress.memcached.internal.operation.MetaSet;
import dev.cress.memcached.internal.operation.Tombstone;

/**
 * What an item at an owner means: a value; a stub, empty, which the holder of its lease is to fill;
 * or a {@link Tombstone}, which says that there is no value.
 */
final class Items {

  /** How long a tombstone spares others the question to the previous owner, in seconds. */
  static final int TOMBSTONE_SECONDS = 10;

  /** How long the holder of a lease has to fill a stub, in seconds. */
  static final int LEASE_SECONDS = 5;

  private Items() {}

  static boolean isStub(MetaItem item) {
    return (item.state() == State.WON || item.state() == State.LEASED) && item.data().length == 0;
  }

  static boolean isValue(MetaItem item) {
    return item.state() != State.ABSENT && !isStub(item) && !isTombstone(item);
  }

  static boolean isTombstone(MetaItem item) {
    return Tombstone.is(item.flags(), item.data());
  }

  static MetaSet tombstone(byte[] key, int seconds, long token) {
    return new MetaSet(
        key, MetaSet.Mode.SET, Tombstone.FLAG, expiration(seconds), new byte[0], token);
  }

  /** What to send so that an item lives for as long as it had left. */
  static int expiration(int ttl) {
    if (ttl < 0) {
      return 0;
    }
    return ttl <= Expiration.MOST_RELATIVE_SECONDS
        ? ttl
        : (int) Math.min(Integer.MAX_VALUE, System.currentTimeMillis() / 1_000 + ttl);
  }
}
