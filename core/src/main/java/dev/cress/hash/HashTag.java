package dev.cress.hash;

import java.util.Objects;

/**
 * The rule that says which part of a key is hashed, so that related keys can share an owner.
 * Thread-safe; look-ups allocate nothing.
 */
public enum HashTag implements KeyTag {

  /** The whole key is hashed. */
  NONE,

  /**
   * The rule of Redis Cluster: from the first <code>{</code> to the first <code>}</code> after it,
   * if something stands between the two; else the whole key. See <a
   * href="https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/#hash-tags">the
   * Redis Cluster specification</a>.
   */
  REDIS;

  @Override
  public String id() {
    return name();
  }

  /** Cost: one pass over the key. The range is never empty unless the key is. */
  @Override
  public long range(byte[] bytes, int from, int to) {
    Objects.checkFromToIndex(from, to, bytes.length);
    if (this == REDIS) {
      int open = indexOf('{', bytes, from, to);
      if (open < to) {
        int close = indexOf('}', bytes, open + 1, to);
        if (close < to && close > open + 1) {
          return KeyTag.pack(open + 1, close);
        }
      }
    }
    return KeyTag.pack(from, to);
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
