package dev.cress.hash;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.util.Objects;

/**
 * The 64-bit hash of keys and node names: XXH3 with seed 0. Thread-safe; allocates nothing.
 *
 * <p>The result is the same on every platform and in every release, see <a
 * href="https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md">the specification of
 * XXH3</a>. It is fast rather than secret: who chooses the keys can choose their owner too.
 */
public final class KeyHash {

  private static final Hasher64 XXH3 = Hashing.xxh3_64();

  private KeyHash() {}

  /**
   * Returns the hash of a range of bytes. Cost: proportional to its length; about 6 ns for a short
   * key.
   *
   * @param bytes an array that holds the bytes
   * @param from where they begin
   * @param to where they end, exclusive; equal to {@code from} for the hash of nothing
   * @return 64 bits, all of them usable
   * @throws IndexOutOfBoundsException if the array has no such range
   */
  public static long of(byte[] bytes, int from, int to) {
    Objects.checkFromToIndex(from, to, bytes.length);
    return XXH3.hashBytesToLong(bytes, from, to - from);
  }

  /**
   * Returns the hash of a whole array.
   *
   * @param bytes the bytes
   * @return 64 bits, all of them usable
   */
  public static long of(byte[] bytes) {
    return XXH3.hashBytesToLong(bytes, 0, bytes.length);
  }
}
