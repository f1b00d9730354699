package dev.cress.memcached.internal.operation;

import dev.cress.node.CressException;
import org.jspecify.annotations.Nullable;

/**
 * Hands values to the caller of a read. A caller that cannot take one, such as a transcoder that
 * throws, fails its own read only. Not thread-safe.
 */
final class Values {

  /** Takes one value. */
  @FunctionalInterface
  interface Taker {
    void take(ValueHeader header, byte[] data);
  }

  private final Taker taker;
  private boolean found;
  private @Nullable RuntimeException failure;

  Values(Taker taker) {
    this.taker = taker;
  }

  void deliver(ValueHeader header, byte[] data) {
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
