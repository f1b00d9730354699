package dev.cress.selector;

import java.util.Objects;

/** The bytes that a client hashes for a key, together with a node's name. */
enum KeyText {

  /** The key as it stands. */
  BYTES {
    @Override
    int maxLength(int keyLength) {
      return keyLength;
    }

    @Override
    int write(byte[] key, int from, int to, byte[] out, int at) {
      System.arraycopy(key, from, out, at, to - from);
      return at + to - from;
    }
  },

  /** The low 8 bits of each character of the key. */
  CHARACTERS {
    @Override
    int maxLength(int keyLength) {
      return keyLength;
    }

    @Override
    int write(byte[] key, int from, int to, byte[] out, int at) {
      Objects.checkFromToIndex(from, to, key.length);
      int end = at;
      for (int i = from; i < to; i += Utf8.length(key, i, to)) {
        out[end++] = (byte) Utf8.codePoint(key, i, to);
      }
      return end;
    }
  },

  /** The key as Python prints bytes: {@code b'…'}, with a backslash before what is not plain. */
  PYTHON_BYTES {
    @Override
    int maxLength(int keyLength) {
      return 3 + 4 * keyLength;
    }

    @Override
    int write(byte[] key, int from, int to, byte[] out, int at) {
      Objects.checkFromToIndex(from, to, key.length);
      char quote = has('\'', key, from, to) && !has('"', key, from, to) ? '"' : '\'';
      int end = at;
      out[end++] = 'b';
      out[end++] = (byte) quote;
      for (int i = from; i < to; i++) {
        end = writePrinted(key[i] & 0xff, quote, out, end);
      }
      out[end++] = (byte) quote;
      return end;
    }
  };

  /** Returns how many bytes {@link #write} may need. */
  abstract int maxLength(int keyLength);

  /** Writes the bytes for a key and returns where they end. */
  abstract int write(byte[] key, int from, int to, byte[] out, int at);

  private static boolean has(char wanted, byte[] key, int from, int to) {
    for (int i = from; i < to; i++) {
      if (key[i] == wanted) {
        return true;
      }
    }
    return false;
  }

  private static int writePrinted(int value, char quote, byte[] out, int at) {
    int end = at;
    int escaped = "\t\n\r".indexOf(value);
    if (escaped >= 0) {
      out[end++] = '\\';
      out[end++] = (byte) "tnr".charAt(escaped);
    } else if (value < ' ' || value > '~') {
      out[end++] = '\\';
      out[end++] = 'x';
      out[end++] = (byte) Character.forDigit(value >>> 4, 16);
      out[end++] = (byte) Character.forDigit(value & 0xf, 16);
    } else {
      if (value == quote || value == '\\') {
        out[end++] = '\\';
      }
      out[end++] = (byte) value;
    }
    return end;
  }
}
