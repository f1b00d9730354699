package dev.cress.memcached.internal.operation;

import dev.cress.node.CressException;
import org.jspecify.annotations.Nullable;

/**
 * Hands values to the caller of a read, and no tombstones: one that was to last for a whole window
 * can be left where nobody looks for them any more. A caller that cannot take one, such as a
 * transcoder that throws, fails its own read only. Not thread-safe.
 */
final class Values {

  /** Takes one value. */
  @FunctionalInterface
  interface Taker {
    void take(ValueHeader header, byte[] data);
  }

  private final Taker taker;
  private final boolean tombstones;
  private boolean found;
  private @Nullable RuntimeException failure;

  /**
   * Hands values on.
   *
   * @param tombstones whether items may be tombstones, which count as misses
   */
  Values(Taker taker, boolean tombstones) {
    this.taker = taker;
    this.tombstones = tombstones;
  }

  void deliver(ValueHeader header, byte[] data) {
    if (tombstones && Tombstone.is(header.flags(), data)) {
      return;
    }
    found = true;
    try {
      taker.take(header, data);
    } catch (RuntimeException e) {
      failure = e;
    }
  }

  /** Ends the read. */
  void end(TextOperation read) {
    if (failure != null) {
      read.fail(
          failure instanceof CressException ours
              ? ours
              : new CressException("a value could not be decoded", failure));
    } else {
      read.finish(found ? GetText.END : KeyedTextOperation.NOT_FOUND);
    }
  }
}
