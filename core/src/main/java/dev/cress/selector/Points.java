package dev.cress.selector;

import java.util.Arrays;

/**
 * The points of a client's nodes on its ring.
 *
 * @param count how many hashes a node has
 * @param hash what points these give
 */
record Points(PointCount count, PointHash hash) {

  String id() {
    return count.id() + "*" + hash.id();
  }

  /** Returns the points of each node, in the client's order. */
  long[][] of(ClientNodes nodes) {
    double[] weights = nodes.weights();
    double total = Arrays.stream(weights).sum();
    int[] counts = new int[weights.length];
    double sum = 0;
    for (int i = 0; i < counts.length; i++) {
      double exact = Math.floor(count.of(weights[i], total, weights.length));
      sum += exact;
      counts[i] = (int) exact;
    }
    checkNumber(sum * hash.pointsPerHash());
    long[][] points = new long[weights.length][];
    for (int i = 0; i < points.length; i++) {
      points[i] = hash.of(nodes.identities().get(i), counts[i]);
    }
    return points;
  }

  private void checkNumber(double points) {
    if (!(points >= 1 && points <= RingPoints.MAX_POINTS)) {
      throw new IllegalArgumentException(
          "a ring must have from 1 to %d points but %s would give %.0f for these weights"
              .formatted(RingPoints.MAX_POINTS, id(), points));
    }
  }
}
