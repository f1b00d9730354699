package dev.cress.hash;

/**
 * The second generation of MurmurHash, see <a
 * href="https://github.com/aappleby/smhasher/blob/master/src/MurmurHash2.cpp">its source</a>.
 */
final class Murmur {

  static final HashFunction MURMUR2 =
      new NamedHash(
          "murmur2",
          Integer.SIZE,
          (bytes, from, to) -> murmur2(bytes, from, to, 0xdeadbeef * (to - from)));
  static final HashFunction MURMUR64A =
      new NamedHash(
          "murmur64a", Long.SIZE, (bytes, from, to) -> murmur64a(bytes, from, to, 0x1234abcd));

  private static final int M32 = 0x5bd1e995;
  private static final long M64 = 0xc6a4a7935bd1e995L;

  private Murmur() {}

  static int murmur2(byte[] bytes, int from, int to, int seed) {
    int hash = seed ^ (to - from);
    int at = from;
    for (; to - at >= Integer.BYTES; at += Integer.BYTES) {
      int block = LittleEndian.int32(bytes, at) * M32;
      hash = hash * M32 ^ (block ^ block >>> 24) * M32;
    }
    if (at < to) {
      hash = (hash ^ (int) LittleEndian.rest(bytes, at, to)) * M32;
    }
    hash = (hash ^ hash >>> 13) * M32;
    return hash ^ hash >>> 15;
  }

  static long murmur64a(byte[] bytes, int from, int to, long seed) {
    long hash = seed ^ (to - from) * M64;
    int at = from;
    for (; to - at >= Long.BYTES; at += Long.BYTES) {
      long block = LittleEndian.int64(bytes, at) * M64;
      hash = (hash ^ (block ^ block >>> 47) * M64) * M64;
    }
    if (at < to) {
      hash = (hash ^ LittleEndian.rest(bytes, at, to)) * M64;
    }
    hash = (hash ^ hash >>> 47) * M64;
    return hash ^ hash >>> 47;
  }
}
