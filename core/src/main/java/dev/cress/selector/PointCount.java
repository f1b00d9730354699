package dev.cress.selector;

/**
 * How many times a client of a {@link RingPreset} hashes a node onto its ring. Immutable and
 * thread-safe. {@link PointCounts} has the formulas of known clients, with their rounding.
 */
public interface PointCount {

  /**
   * Returns the name of this formula and its parameters.
   *
   * @return the id
   */
  String id();

  /**
   * Returns how many hashes a node has. Each gives one point, or several from one digest, see
   * {@link PointHash}.
   *
   * @param weight the node's weight
   * @param total the sum of all weights
   * @param nodes the number of nodes
   * @return 0 or more; what stands after the point is cut off
   */
  double of(double weight, double total, int nodes);
}
