package dev.cress.hash;

import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * The rules by which other clients choose the part of a key that is hashed. All are linear in the
 * length of the key and allocate nothing.
 */
public final class KeyTags {

  private KeyTags() {}

  /**
   * Returns the rule of twemproxy's {@code hash_tag}: from the first of one character to the first
   * of another after it, if something stands between; else the whole key. With braces it is {@link
   * HashTag#REDIS}.
   *
   * @param open what a tag begins with, an ASCII character
   * @param close what it ends with, an ASCII character; may be the same
   * @return the rule
   * @throws IllegalArgumentException if one is not ASCII
   */
  public static KeyTag between(char open, char close) {
    if (open > 127 || close > 127) {
      throw new IllegalArgumentException(
          "open and close must be ASCII but were " + open + " and " + close);
    }
    return new Between(open, close);
  }

  /**
   * Returns the rule of Jedis' usual pattern, <code>\{(.+?)\}</code> anywhere in the key: at least
   * one character, which may be a brace itself, and no line break in it.
   *
   * @return the rule
   */
  public static KeyTag jedis() {
    return new Pattern("jedis", false, true);
  }

  /**
   * Returns the default rule of redis-rb's {@code Redis::Distributed}, <code>^\{(.+?)\}</code>: as
   * {@link #jedis} but only at the beginning of the key or of a line of it, and only a line feed
   * ends a line.
   *
   * @return the rule
   */
  public static KeyTag redisRb() {
    return new Pattern("redis-rb", true, false);
  }

  /**
   * Returns the rule of redis-rb with the tag <code>\{(.+?)\}</code>: anywhere in the key.
   *
   * @return the rule
   */
  public static KeyTag redisRbAnywhere() {
    return new Pattern("redis-rb-anywhere", false, false);
  }

  /**
   * Returns the rule of phpredis' RedisArray: from the first brace to the first closing one after
   * it, both before the first byte 0, even if nothing stands between; else the whole key.
   *
   * @return the rule
   */
  public static KeyTag phpredis() {
    return Phpredis.INSTANCE;
  }

  /**
   * Returns the rule of EVCache's {@code hash.on.partial.key}: what stands before the first
   * delimiter, if that is not the beginning; else the whole key.
   *
   * @param delimiter not empty
   * @return the rule
   * @throws IllegalArgumentException if the delimiter is empty
   */
  public static KeyTag before(String delimiter) {
    if (delimiter.isEmpty()) {
      throw new IllegalArgumentException("delimiter must not be empty");
    }
    return new Before(delimiter, delimiter.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the first place of a byte in the range, or {@code to}. */
  private static int indexOf(int wanted, byte[] bytes, int from, int to) {
    int i = from;
    while (i < to && bytes[i] != wanted) {
      i++;
    }
    return i;
  }

  private record Between(char open, char close) implements KeyTag {

    @Override
    public String id() {
      return "between " + open + " " + close;
    }

    @Override
    public long range(byte[] bytes, int from, int to) {
      Objects.checkFromToIndex(from, to, bytes.length);
      int start = indexOf(open, bytes, from, to) + 1;
      int end = start < to ? indexOf(close, bytes, start, to) : to;
      return end < to && end > start ? KeyTag.pack(start, end) : KeyTag.pack(from, to);
    }
  }

  private enum Phpredis implements KeyTag {
    INSTANCE;

    @Override
    public String id() {
      return "phpredis";
    }

    @Override
    public long range(byte[] bytes, int from, int to) {
      Objects.checkFromToIndex(from, to, bytes.length);
      int limit = indexOf(0, bytes, from, to);
      int start = indexOf('{', bytes, from, limit) + 1;
      int end = start < limit ? indexOf('}', bytes, start, limit) : limit;
      return end < limit ? KeyTag.pack(start, end) : KeyTag.pack(from, to);
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Before(String delimiter, byte[] utf8) implements KeyTag {

    @Override
    public String id() {
      return "before " + delimiter;
    }

    @Override
    public long range(byte[] bytes, int from, int to) {
      Objects.checkFromToIndex(from, to, bytes.length);
      for (int at = from; at <= to - utf8.length; at++) {
        if (standsAt(bytes, at)) {
          return KeyTag.pack(from, at == from ? to : at);
        }
      }
      return KeyTag.pack(from, to);
    }

    private boolean standsAt(byte[] bytes, int at) {
      for (int i = 0; i < utf8.length; i++) {
        if (bytes[at + i] != utf8[i]) {
          return false;
        }
      }
      return true;
    }
  }

  /**
   * A brace, at least one character, a closing brace, and no line break between them.
   *
   * @param atLineStart whether the brace must be the first of a line
   * @param manyBreaks whether all that Java takes for a line break is one, not only a line feed
   */
  private record Pattern(String id, boolean atLineStart, boolean manyBreaks) implements KeyTag {

    @Override
    public long range(byte[] bytes, int from, int to) {
      Objects.checkFromToIndex(from, to, bytes.length);
      for (int open = from; open < to; open++) {
        if (bytes[open] == '{' && (!atLineStart || open == from || bytes[open - 1] == '\n')) {
          int close = open + 1;
          while (close < to
              && !isBreak(bytes, close, to)
              && (bytes[close] != '}' || close == open + 1)) {
            close++;
          }
          if (close < to && bytes[close] == '}') {
            return KeyTag.pack(open + 1, close);
          }
          open = close - 1; // a later brace before this place would fail here too
        }
      }
      return KeyTag.pack(from, to);
    }

    /** Line feed; for Java also carriage return, U+0085, U+2028 and U+2029. */
    private boolean isBreak(byte[] bytes, int at, int to) {
      byte first = bytes[at];
      if (first == '\n' || !manyBreaks) {
        return first == '\n';
      }
      if (first == (byte) 0xc2) {
        return at + 1 < to && bytes[at + 1] == (byte) 0x85;
      }
      if (first == (byte) 0xe2) {
        return at + 2 < to
            && bytes[at + 1] == (byte) 0x80
            && (bytes[at + 2] == (byte) 0xa8 || bytes[at + 2] == (byte) 0xa9);
      }
      return first == '\r';
    }
  }
}
