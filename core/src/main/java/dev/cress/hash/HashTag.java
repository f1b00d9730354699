package dev.cress.hash;

import java.util.Objects;

/**
 * The rule that says which part of a key is hashed, so that related keys can share an owner.
 * Thread-safe; look-ups allocate nothing.
 */
public enum HashTag {

  /** The whole key is hashed. */
  NONE,

  /**
   * The rule of Redis Cluster: from the first <code>{</code> to the first <code>}</code> after it,
   * if something stands between the two; else the whole key. See <a
   * href="https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/#hash-tags">the
   * Redis Cluster specification</a>.
   */
  REDIS;

  /**
   * Returns which bytes of a key are hashed, as one value that {@link #from(long)} and {@link
   * #to(long)} take apart. Cost: one pass over the key.
   *
   * @param bytes an array that holds the key
   * @param from where the key begins
   * @param to where the key ends, exclusive
   * @return the range to hash: never empty unless the key is
   * @throws IndexOutOfBoundsException if the array has no such range
   */
  public long range(byte[] bytes, int from, int to) {
    Objects.checkFromToIndex(from, to, bytes.length);
    if (this == REDIS) {
      int open = indexOf('{', bytes, from, to);
      if (open < to) {
        int close = indexOf('}', bytes, open + 1, to);
        if (close < to && close > open + 1) {
          return pack(open + 1, close);
        }
      }
    }
    return pack(from, to);
  }

  /**
   * Returns where a range begins.
   *
   * @param range a result of {@link #range}
   * @return the index of the first byte
   */
  public static int from(long range) {
    return (int) (range >>> Integer.SIZE);
  }

  /**
   * Returns where a range ends.
   *
   * @param range a result of {@link #range}
   * @return the index after the last byte
   */
  public static int to(long range) {
    return (int) range;
  }

  private static long pack(int from, int to) {
    return (long) from << Integer.SIZE | to;
  }

  /** Returns the first place of a byte in the range, or {@code to}. */
  private static int indexOf(char wanted, byte[] bytes, int from, int to) {
    int i = from;
    while (i < to && bytes[i] != wanted) {
      i++;
    }
    return i;
  }
}
