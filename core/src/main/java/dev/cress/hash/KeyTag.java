package dev.cress.hash;

/**
 * A rule that says which part of a key is hashed, so that related keys can share an owner.
 * Immutable and thread-safe. {@link HashTag} has the rules of Cress itself; the presets of other
 * clients bring their own.
 */
public interface KeyTag {

  /**
   * Returns the name of the rule and its parameters; rules with the same id select the same bytes.
   *
   * @return the id
   */
  String id();

  /**
   * Returns which bytes of a key are hashed, as one value that {@link #from(long)} and {@link
   * #to(long)} take apart. Allocates nothing.
   *
   * @param bytes an array that holds the key
   * @param from where the key begins
   * @param to where the key ends, exclusive
   * @return the range to hash
   * @throws IndexOutOfBoundsException if the array has no such range
   */
  long range(byte[] bytes, int from, int to);

  /**
   * Packs a range into one value.
   *
   * @param from where the range begins, 0 or more
   * @param to where it ends, exclusive
   * @return the value that {@link #range} gives
   */
  static long pack(int from, int to) {
    return (long) from << Integer.SIZE | to;
  }

  /**
   * Returns where a range begins.
   *
   * @param range a result of {@link #range}
   * @return the index of the first byte
   */
  static int from(long range) {
    return (int) (range >>> Integer.SIZE);
  }

  /**
   * Returns where a range ends.
   *
   * @param range a result of {@link #range}
   * @return the index after the last byte
   */
  static int to(long range) {
    return (int) range;
  }
}
