package dev.cress.memcached.internal.operation;

/**
 * Refuses flags that only a {@link Tombstone} has: a value with them could not be told from none.
 */
public final class FlagsCheck {

  private FlagsCheck() {}

  /**
   * Checks the flags of a value that is to be stored.
   *
   * @param flags 32 bits
   * @throws IllegalArgumentException if bit 31 is set, which makes a negative number
   */
  public static void check(int flags) {
    if (Tombstone.hasFlag(flags)) {
      throw new IllegalArgumentException(
          "flags must not have bit 31, which says that a key has no value when keys move, but were "
              + flags
              + "; a client with MigrationPolicy.off() takes them");
    }
  }
}
