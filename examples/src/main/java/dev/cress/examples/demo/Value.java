package dev.cress.examples.demo;

import java.util.List;
import java.util.stream.IntStream;

/**
 * What a key must hold, whatever its type: all content follows from these two numbers. Immutable.
 *
 * @param seed tells the values apart that a key held one after another, at least 0
 * @param changes how often this one was changed since it was written, 0 to {@link #MOST_CHANGES}
 */
record Value(int seed, int changes) {

  /** After so many changes a value is written anew, so that values stay small. */
  static final int MOST_CHANGES = 8;

  private static final int BITMAP_BITS = 256;

  /** The bytes 0 to 63, those that text protocols stumble over, and the seed; a char is a byte. */
  private static final String BYTES =
      "\u00ff\u0080"
          + IntStream.range(0, 64).mapToObj(Character::toString).reduce("", String::concat);

  Value changed() {
    return new Value(seed, changes + 1);
  }

  boolean isNew() {
    return changes == 0;
  }

  /** What the last write put in. */
  String lastPart() {
    return part(changes);
  }

  /** What all writes put in, in their order. */
  List<String> parts() {
    return IntStream.rangeClosed(0, changes).mapToObj(this::part).toList();
  }

  private String part(int change) {
    return Integer.toString(seed, Character.MAX_RADIX) + "." + change + " ";
  }

  String number() {
    return Long.toString(count());
  }

  long count() {
    return (long) seed + changes;
  }

  /** Binary data in which each change has overwritten one byte. */
  String bytes() {
    StringBuilder bytes = new StringBuilder(BYTES).append(part(0));
    for (int change = 1; change <= changes; change++) {
      bytes.setCharAt(change, changedByte());
    }
    return bytes.toString();
  }

  char changedByte() {
    return (char) (0xf0 | (seed & 0xf));
  }

  /** The position of the bit that the last write set. */
  int lastBit() {
    return bit(changes);
  }

  /** A bitmap as Redis stores it: the first bit is the highest of the first byte. */
  String bitmap() {
    char[] bytes = new char[BITMAP_BITS / 8];
    for (int change = 0; change <= changes; change++) {
      bytes[bit(change) / 8] |= (char) (0x80 >> (bit(change) % 8));
    }
    return new String(bytes, 0, lastBit() / 8 + 1);
  }

  private int bit(int change) {
    return seed % (BITMAP_BITS - MOST_CHANGES) + change;
  }
}
