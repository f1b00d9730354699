package dev.cress.hash;

/**
 * The "super fast hash" by Paul Hsieh, see <a href="http://www.azillionmonkeys.com/qed/hash.html">
 * its description</a>, as memcached clients have it: it starts at 0 and not at the length, and a
 * last single byte is unsigned.
 */
final class Hsieh {

  static final HashFunction UNSIGNED =
      new NamedHash("hsieh", Integer.SIZE, (bytes, from, to) -> hash(bytes, from, to, 0xff));
  static final HashFunction SIGNED =
      new NamedHash("hsieh-signed", Integer.SIZE, (bytes, from, to) -> hash(bytes, from, to, -1));

  private Hsieh() {}

  /** Takes the last of three remaining bytes as unsigned if the mask is 0xff, as signed if -1. */
  private static int hash(byte[] bytes, int from, int to, int charMask) {
    int hash = 0;
    int at = from;
    for (; to - at >= Integer.BYTES; at += Integer.BYTES) {
      hash += LittleEndian.int16(bytes, at);
      hash = hash << 16 ^ LittleEndian.int16(bytes, at + 2) << 11 ^ hash;
      hash += hash >>> 11;
    }
    return lastMix(mixRest(hash, bytes, at, to, charMask));
  }

  private static int mixRest(int hash, byte[] bytes, int at, int to, int charMask) {
    return switch (to - at) {
      case 1 -> mix(hash + (bytes[at] & 0xff), 10, 0, 1);
      case 2 -> mix(hash + LittleEndian.int16(bytes, at), 11, 0, 17);
      case 3 -> mix(hash + LittleEndian.int16(bytes, at), 16, (bytes[at + 2] & charMask) << 18, 11);
      default -> hash;
    };
  }

  private static int mix(int hash, int left, int more, int right) {
    int mixed = hash ^ hash << left ^ more;
    return mixed + (mixed >>> right);
  }

  private static int lastMix(int hash) {
    hash ^= hash << 3;
    hash += hash >>> 5;
    hash ^= hash << 4;
    hash += hash >>> 17;
    hash ^= hash << 25;
    return hash + (hash >>> 6);
  }
}
