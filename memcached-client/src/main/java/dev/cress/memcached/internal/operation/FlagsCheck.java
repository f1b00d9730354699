package dev.cress.memcached.internal.operation;

/** Refuses flags that only a tombstone has: a value with them could not be told from none. */
public final class FlagsCheck {

  /** The flag of a tombstone, bit 31. */
  public static final int TOMBSTONE = 1 << 31;

  private FlagsCheck() {}

  /**
   * Tells whether what a server has says that there is no value.
   *
   * @param flags 32 bits
   * @param data the bytes of the item
   * @return whether the item is empty and has bit 31
   */
  public static boolean isTombstone(int flags, byte[] data) {
    return (flags & TOMBSTONE) != 0 && data.length == 0;
  }

  /**
   * Checks the flags of a value that is to be stored.
   *
   * @param flags 32 bits
   * @throws IllegalArgumentException if bit 31 is set, which makes a negative number
   */
  public static void check(int flags) {
    if ((flags & TOMBSTONE) != 0) {
      throw new IllegalArgumentException(
          "flags must not have bit 31, which says that a key has no value when keys move, but were "
              + flags
              + "; a client with MigrationPolicy.off() takes them");
    }
  }
}
