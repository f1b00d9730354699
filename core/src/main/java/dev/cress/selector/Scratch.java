package dev.cress.selector;

/**
 * An array of the calling thread for texts that live no longer than one look-up, so that look-ups
 * allocate nothing. Whoever uses it must call nobody who does before it is done.
 */
final class Scratch {

  /* A longer text gets an array of its own: no thread shall keep a large one for ever. */
  private static final int KEPT = 1 << 10;

  private static final ThreadLocal<byte[]> OF_THREAD =
      ThreadLocal.withInitial(() -> new byte[KEPT]);

  private Scratch() {}

  /** Returns an array of this length or more, with any content. */
  static byte[] atLeast(int length) {
    return length <= KEPT ? OF_THREAD.get() : new byte[length];
  }
}
