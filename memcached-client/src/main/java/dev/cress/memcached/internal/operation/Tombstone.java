package dev.cress.memcached.internal.operation;

/**
 * What an item looks like that says that its key has no value: empty, and with a flag that no value
 * has.
 */
public final class Tombstone {

  /** The flag, bit 31. */
  public static final int FLAG = 1 << 31;

  private Tombstone() {}

  /**
   * Tells whether an item is a tombstone.
   *
   * @param flags 32 bits
   * @param data the bytes of the item
   * @return whether it is empty and has the flag
   */
  public static boolean is(int flags, byte[] data) {
    return hasFlag(flags) && data.length == 0;
  }

  static boolean hasFlag(int flags) {
    return (flags & FLAG) != 0;
  }
}
