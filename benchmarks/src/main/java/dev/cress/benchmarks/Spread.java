package dev.cress.benchmarks;

import java.util.Arrays;

/**
 * What repeated measurements of one quantity say. Immutable.
 *
 * @param low the first quartile
 * @param median the middle
 * @param high the third quartile
 */
record Spread(double low, double median, double high) {

  /** The spread of at least one value; between two values it is interpolated. */
  static Spread of(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return new Spread(at(sorted, 0.25), at(sorted, 0.5), at(sorted, 0.75));
  }

  private static double at(double[] sorted, double fraction) {
    double place = fraction * (sorted.length - 1);
    int below = (int) place;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  }
}
