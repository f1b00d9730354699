package dev.cress.selector;

/** How many hashes known clients give a node. Each result is exact, with the client's rounding. */
public final class PointCounts {

  private static final int KETAMA_POINTS = 160;
  private static final int KETAMA_GROUPS = 40;

  private PointCounts() {}

  /**
   * Returns {@code number * weight}: a node's own weight alone counts.
   *
   * @param number hashes of a node of weight 1, from 1 to 65,536
   * @return the formula {@code weight-times-number}
   * @throws IllegalArgumentException if the number is out of range
   */
  public static PointCount perWeight(int number) {
    checkNumber(number);
    return new Formula("weight-times-" + number, (weight, total, nodes) -> weight * number);
  }

  /**
   * Returns the same number for every node, whatever its weight.
   *
   * @param number hashes of each node, from 1 to 65,536
   * @return the formula {@code always-number}
   * @throws IllegalArgumentException if the number is out of range
   */
  public static PointCount always(int number) {
    checkNumber(number);
    return new Formula("always-" + number, (weight, total, nodes) -> number);
  }

  /**
   * Returns libmemcached's groups of 4 points, 40 for a node of average weight, in 32-bit floating
   * point after every step: 39 and not 40 for 25, 47, 50, 55, 61, 71, 94 or 100 equal nodes.
   *
   * @return the formula {@code float-share-40}
   */
  public static PointCount floatShare() {
    return new Formula(
        "float-share-40",
        (weight, total, nodes) -> {
          float share = (float) weight / (float) total;
          return Math.floor(share * KETAMA_POINTS / 4 * nodes + 1e-10f);
        });
  }

  /**
   * Returns {@code floor(weight / total * nodes * number)} in 64-bit floating point, in this order
   * of steps, as predis' ketama.
   *
   * @param number hashes of a node of average weight, from 1 to 65,536
   * @return the formula {@code share-number}
   * @throws IllegalArgumentException if the number is out of range
   */
  public static PointCount share(int number) {
    checkNumber(number);
    return new Formula(
        "share-" + number, (weight, total, nodes) -> Math.floor(weight / total * nodes * number));
  }

  /** As {@link #share} but to the nearest number, a half up, as predis' own ring. */
  static PointCount roundedShare(int number) {
    return new Formula(
        "rounded-share-" + number,
        (weight, total, nodes) -> Math.round(weight / total * nodes * number));
  }

  /** As {@link #share} with the steps in another order, as npm hashring. */
  static PointCount shareNumberFirst(int number) {
    return new Formula(
        "share-number-first-" + number,
        (weight, total, nodes) -> Math.floor(weight / total * number * nodes));
  }

  /** As {@link #share} with the division last, as dalli. */
  static PointCount shareDividedLast() {
    return new Formula(
        "share-divided-last-" + KETAMA_POINTS,
        (weight, total, nodes) -> Math.floor(nodes * KETAMA_POINTS * weight / total));
  }

  /** The weight itself; but 40 is npm hashring's default, and means an equal share. */
  static PointCount npmVnodes() {
    return new Formula(
        "npm-vnodes",
        (weight, total, nodes) ->
            weight == KETAMA_GROUPS ? Math.floor(1.0 / nodes * KETAMA_GROUPS * nodes) : weight);
  }

  private static void checkNumber(int number) {
    if (number < 1 || number > RingSelector.MAX_POINTS_PER_WEIGHT) {
      throw new IllegalArgumentException(
          "number must be between 1 and %d but was %d"
              .formatted(RingSelector.MAX_POINTS_PER_WEIGHT, number));
    }
  }

  private record Formula(String id, Steps steps) implements PointCount {
    @Override
    public double of(double weight, double total, int nodes) {
      return steps.of(weight, total, nodes);
    }
  }

  private interface Steps {
    double of(double weight, double total, int nodes);
  }
}
