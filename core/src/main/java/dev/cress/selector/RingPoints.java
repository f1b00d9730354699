package dev.cress.selector;

import dev.cress.hash.KeyHash;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Computes the points that each node has on a ring. */
final class RingPoints {

  /** About 200 MB of points: far beyond use, and before the arrays overflow. */
  static final int MAX_POINTS = 1 << 24;

  private RingPoints() {}

  /** Returns the points of each node, in the order of the nodes. */
  static long[][] of(NodeSet nodes, int pointsPerWeight) {
    double total = 0;
    for (Node node : nodes) {
      total += count(node, pointsPerWeight);
    }
    if (total > MAX_POINTS) {
      throw new IllegalArgumentException(
          "a ring must have at most %d points but weights of %s would need %.0f"
              .formatted(MAX_POINTS, weights(nodes), total));
    }
    long[][] points = new long[nodes.size()][];
    for (int i = 0; i < points.length; i++) {
      points[i] = points(nodes.get(i).name(), (int) count(nodes.get(i), pointsPerWeight));
    }
    return points;
  }

  private static String weights(NodeSet nodes) {
    var weights = nodes.nodes().stream().mapToDouble(Node::weight).summaryStatistics();
    return weights.getMin() + " to " + weights.getMax();
  }

  /** A node's own weight alone decides: a share of the total would move other nodes' points. */
  private static double count(Node node, int pointsPerWeight) {
    return Math.max(1, Math.ceil(pointsPerWeight * node.weight()));
  }

  /** A point is the hash of the name and, in the last four bytes, the number of the point. */
  private static long[] points(String name, int count) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    ByteBuffer text = ByteBuffer.allocate(bytes.length + Integer.BYTES).put(bytes);
    long[] points = new long[count];
    for (int number = 0; number < count; number++) {
      text.putInt(bytes.length, number);
      points[number] = KeyHash.of(text.array());
    }
    return points;
  }
}
