package dev.cress.selector;

/**
 * Reads characters from UTF-8 without building a string. A byte that begins no character counts as
 * U+FFFD, as in Java.
 */
final class Utf8 {

  private static final int REPLACEMENT = 0xfffd;

  private Utf8() {}

  /** Returns the code point that begins at a byte. */
  static int codePoint(byte[] bytes, int at, int to) {
    int first = bytes[at];
    int length = length(bytes, at, to);
    if (length == 1) {
      return first >= 0 ? first : REPLACEMENT;
    }
    int codePoint = first & 0xff >> (length + 1);
    for (int i = at + 1; i < at + length; i++) {
      codePoint = codePoint << 6 | (bytes[i] & 0x3f);
    }
    return codePoint;
  }

  /** Returns how many bytes the character has that begins at a byte. */
  static int length(byte[] bytes, int at, int to) {
    int first = bytes[at] & 0xff;
    int length = first < 0xc2 || first > 0xf4 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (at + length > to) {
      return 1;
    }
    for (int i = at + 1; i < at + length; i++) {
      if ((bytes[i] & 0xc0) != 0x80) {
        return 1;
      }
    }
    return length;
  }
}
