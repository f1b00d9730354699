package dev.cress.selector;

/**
 * How a client of a {@link RingPreset} turns a node's identity into points. Immutable and
 * thread-safe. {@link PointHashes} has those of known clients.
 */
public interface PointHash {

  /**
   * Returns the name of this rule and its parameters.
   *
   * @return the id
   */
  String id();

  /**
   * Returns how wide the points are.
   *
   * @return from 1 to 64; the points lie from 0 to {@code 2^bits - 1}
   */
  int bits();

  /**
   * Returns how many points one hash gives.
   *
   * @return 1 or more
   */
  int pointsPerHash();

  /**
   * Returns the points of a node.
   *
   * @param identity the node's identity, see {@link NodeIdentity}
   * @param count the number of hashes, see {@link PointCount}
   * @return {@code count * pointsPerHash()} points
   */
  long[] of(String identity, int count);
}
