package dev.cress.selector;

import dev.cress.hash.HashFunction;
import java.util.Objects;

/** Hashes that JVM clients compute over the UTF-16 units of a key. Keys are read as UTF-8. */
final class TextHashes {

  static final HashFunction STRING_HASH_CODE =
      new Utf16Hash("string-hash-code", 0, 31, false, true);
  static final HashFunction FNV1_64 =
      new Utf16Hash("fnv1-64-utf16", 0xcbf29ce484222325L, 0x100000001b3L, false, false);
  static final HashFunction FNV1A_64 =
      new Utf16Hash("fnv1a-64-utf16", 0xcbf29ce484222325L, 0x100000001b3L, true, false);
  static final HashFunction FNV1_32 =
      new Utf16Hash("fnv1-32-utf16", 0x811c9dc5L, 0x01000193L, false, false);
  static final HashFunction FNV1A_32 =
      new Utf16Hash("fnv1a-32-utf16", 0x811c9dc5L, 0x01000193L, true, false);

  private TextHashes() {}

  /** Multiplies and mixes in each unit, in one order or the other; the low 32 bits remain. */
  private record Utf16Hash(String id, long start, long factor, boolean mixFirst, boolean sum)
      implements HashFunction {

    @Override
    public int bits() {
      return Integer.SIZE;
    }

    @Override
    public long of(byte[] bytes, int from, int to) {
      Objects.checkFromToIndex(from, to, bytes.length);
      long hash = start;
      for (int at = from; at < to; at += Utf8.length(bytes, at, to)) {
        int codePoint = Utf8.codePoint(bytes, at, to);
        if (Character.isBmpCodePoint(codePoint)) {
          hash = mix(hash, codePoint);
        } else {
          hash = mix(hash, Character.highSurrogate(codePoint));
          hash = mix(hash, Character.lowSurrogate(codePoint));
        }
      }
      return hash & 0xffffffffL;
    }

    private long mix(long hash, int unit) {
      if (mixFirst) {
        return (hash ^ unit) * factor;
      }
      return sum ? hash * factor + unit : hash * factor ^ unit;
    }
  }
}
