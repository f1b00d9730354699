package dev.cress.hash;

import static java.lang.Integer.rotateLeft;

/**
 * Two hashes by Bob Jenkins: <a href="https://burtleburtle.net/bob/hash/doobs.html">one-at-a-time
 * </a> and <a href="https://burtleburtle.net/bob/c/lookup3.c">lookup3</a> for bytes.
 */
final class Jenkins {

  static final HashFunction ONE_AT_A_TIME =
      new NamedHash(
          "one-at-a-time", Integer.SIZE, (bytes, from, to) -> oneAtATime(bytes, from, to, 0xff));
  static final HashFunction ONE_AT_A_TIME_SIGNED =
      new NamedHash(
          "one-at-a-time-signed",
          Integer.SIZE,
          (bytes, from, to) -> oneAtATime(bytes, from, to, -1));
  static final HashFunction LOOKUP3 =
      new NamedHash("lookup3-13", Integer.SIZE, (bytes, from, to) -> lookup3(bytes, from, to, 13));

  private Jenkins() {}

  /** Takes bytes as unsigned if the mask is 0xff, as signed if it is -1. */
  private static int oneAtATime(byte[] bytes, int from, int to, int charMask) {
    int hash = 0;
    for (int i = from; i < to; i++) {
      hash += bytes[i] & charMask;
      hash += hash << 10;
      hash ^= hash >>> 6;
    }
    hash += hash << 3;
    hash ^= hash >>> 11;
    return hash + (hash << 15);
  }

  static int lookup3(byte[] bytes, int from, int to, int seed) {
    int a = 0xdeadbeef + (to - from) + seed;
    int b = a;
    int c = a;
    int at = from;
    for (; to - at > 12; at += 12) {
      a += LittleEndian.int32(bytes, at);
      b += LittleEndian.int32(bytes, at + 4);
      c += LittleEndian.int32(bytes, at + 8);
      a = a - c ^ rotateLeft(c, 4);
      c += b;
      b = b - a ^ rotateLeft(a, 6);
      a += c;
      c = c - b ^ rotateLeft(b, 8);
      b += a;
      a = a - c ^ rotateLeft(c, 16);
      c += b;
      b = b - a ^ rotateLeft(a, 19);
      a += c;
      c = c - b ^ rotateLeft(b, 4);
      b += a;
    }
    if (at == to) {
      return c;
    }
    long ab = LittleEndian.rest(bytes, at, Math.min(at + 8, to));
    int last = (int) LittleEndian.rest(bytes, at + 8, to);
    return lastMix(a + (int) ab, b + (int) (ab >>> Integer.SIZE), c + last);
  }

  private static int lastMix(int a, int b, int c) {
    c = (c ^ b) - rotateLeft(b, 14);
    a = (a ^ c) - rotateLeft(c, 11);
    b = (b ^ a) - rotateLeft(a, 25);
    c = (c ^ b) - rotateLeft(b, 16);
    a = (a ^ c) - rotateLeft(c, 4);
    b = (b ^ a) - rotateLeft(a, 14);
    return (c ^ b) - rotateLeft(b, 24);
  }
}
