package dev.cress.testservers.memcached;

/** A stored value and what the server knows about it. Not thread-safe. */
final class Item {

  private static final int HEADER = 48;
  private static final int CAS = 8;
  private static final int LINE_END = 2;

  final String key;

  /** The client's own 32 bits, without a sign. */
  final int flags;

  byte[] value;

  /** By the server's clock; 0 for none. */
  int deadline;

  long cas;
  int lastAccess;

  /** Whether it has been read, and read again. */
  boolean fetched;

  boolean active;

  /** Whether the key was given in base64, and is shown so. */
  boolean binaryKey;

  boolean stale;

  /** Whether a client has been told that it has won the right to renew the item. */
  boolean won;

  Item(String key, int flags, byte[] value, int deadline) {
    this.key = key;
    this.flags = flags;
    this.value = value;
    this.deadline = deadline;
  }

  /** Returns the flags as text. */
  String flagsText() {
    return Integer.toUnsignedString(flags);
  }

  /** Returns the bytes that memcached needs for such an item. */
  static long size(String key, int flags, long valueLength) {
    return HEADER + CAS + key.length() + 1 + (flags == 0 ? 0 : 4) + valueLength + LINE_END;
  }

  long size() {
    return size(key, flags, value.length);
  }
}
