package dev.cress.migration;

import java.util.Arrays;

/**
 * The bytes of a key as a map key. Immutable as long as nobody writes to the array it was given.
 */
final class Key {

  private final byte[] bytes;
  private final int hash;

  Key(byte[] bytes) {
    this.bytes = bytes;
    this.hash = Arrays.hashCode(bytes);
  }

  byte[] bytes() {
    return bytes;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Key that && hash == that.hash && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
