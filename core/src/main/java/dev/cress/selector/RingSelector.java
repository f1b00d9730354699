package dev.cress.selector;

import dev.cress.hash.HashFunction;
import dev.cress.hash.KeyTag;
import dev.cress.node.NodeSet;

/**
 * Consistent hashing on a ring; see {@link Selectors#ring(int)}.
 *
 * @param pointsPerWeight points of a node of weight 1
 */
record RingSelector(int pointsPerWeight) implements HashedSelector {

  static final int DEFAULT_POINTS_PER_WEIGHT = 512;
  static final int MAX_POINTS_PER_WEIGHT = 1 << 16;

  RingSelector {
    if (pointsPerWeight < 1 || pointsPerWeight > MAX_POINTS_PER_WEIGHT) {
      throw new IllegalArgumentException(
          "pointsPerWeight must be between 1 and %d but was %d"
              .formatted(MAX_POINTS_PER_WEIGHT, pointsPerWeight));
    }
  }

  @Override
  public String id() {
    return "ring-1(pointsPerWeight=" + pointsPerWeight + ")";
  }

  @Override
  public Placement place(Selector named, NodeSet nodes, HashFunction keyHash, KeyTag keyTag) {
    return new RingPlacement(named, nodes, keyHash, keyTag, RingPoints.of(nodes, pointsPerWeight));
  }

  @Override
  public String toString() {
    return id();
  }
}
