package dev.cress.hash;

/**
 * A function from the bytes of a key, or of a node's name, to a number. Immutable and thread-safe;
 * two functions with the same {@link #id} give the same numbers.
 */
public interface HashFunction {

  /**
   * Returns the name of the function and its parameters, such as {@code xxh3-64}. Never holds a
   * secret.
   *
   * @return the id
   */
  String id();

  /**
   * Returns how wide the numbers are.
   *
   * @return 64, or less for a function whose numbers lie from 0 to {@code 2^bits - 1}
   */
  int bits();

  /**
   * Returns the hash of a range of bytes. Allocates nothing.
   *
   * @param bytes an array that holds the bytes
   * @param from where they begin
   * @param to where they end, exclusive; equal to {@code from} for the hash of nothing
   * @return the hash
   * @throws IndexOutOfBoundsException if the array has no such range
   */
  long of(byte[] bytes, int from, int to);
}
