package dev.cress.selector;

import dev.cress.hash.HashTag;
import dev.cress.node.NodeSet;
import java.util.Arrays;

/** A compiled ring: the first point at or after the key's hash names the owner. */
final class RingPlacement extends HashedPlacement {

  /*
   * All points lie in one array in unsigned order; `owners` names the node of each. A table of
   * buckets, indexed by the top bits of a hash, gives the first point at or after the beginning of
   * that bucket. There are at least as many buckets as points, so a look-up is one load and then,
   * on average, less than one step. After the last point the ring begins again.
   *
   * A point that several nodes claim belongs to the one whose name comes first. When it leaves, the
   * next claimant takes over; either way only keys of the node that joins or leaves move.
   */
  private final long[] points;
  private final int[] owners;
  private final int[] firstOfBucket;
  private final int bucketShift;

  RingPlacement(Selector selector, NodeSet nodes, HashTag hashTag, long[][] pointsOfNodes) {
    super(selector, nodes, hashTag);
    points = sortUnsigned(pointsOfNodes);
    bucketShift = Math.min(Long.SIZE - 1, Long.numberOfLeadingZeros(points.length - 1L));
    firstOfBucket = buckets(points, bucketShift);
    owners = owners(pointsOfNodes);
  }

  private static long[] sortUnsigned(long[][] pointsOfNodes) {
    long[] sorted = Arrays.stream(pointsOfNodes).flatMapToLong(Arrays::stream).toArray();
    flipSigns(sorted);
    Arrays.sort(sorted);
    flipSigns(sorted);
    return sorted;
  }

  /** Turns unsigned order into signed order and back. */
  private static void flipSigns(long[] values) {
    for (int i = 0; i < values.length; i++) {
      values[i] ^= Long.MIN_VALUE;
    }
  }

  private static int[] buckets(long[] points, int shift) {
    int[] first = new int[1 << (Long.SIZE - shift)];
    int slot = 0;
    for (int bucket = 0; bucket < first.length; bucket++) {
      while (slot < points.length && points[slot] >>> shift < bucket) {
        slot++;
      }
      first[bucket] = slot;
    }
    return first;
  }

  private int[] owners(long[][] pointsOfNodes) {
    int[] result = new int[points.length];
    for (int node = pointsOfNodes.length - 1; node >= 0; node--) {
      for (long point : pointsOfNodes[node]) {
        for (int slot = slotOf(point); slot < points.length && points[slot] == point; slot++) {
          result[slot] = node;
        }
      }
    }
    return result;
  }

  /** Returns the place of the first point at or after the hash. */
  private int slotOf(long hash) {
    int slot = firstOfBucket[(int) (hash >>> bucketShift)];
    while (slot < points.length && Long.compareUnsigned(points[slot], hash) < 0) {
      slot++;
    }
    return slot < points.length ? slot : 0;
  }

  @Override
  int ownerIndex(long hash) {
    return owners[slotOf(hash)];
  }

  @Override
  int firstIndex(long hash, Candidates candidates) {
    int slot = slotOf(hash);
    for (int step = 0; step < points.length; step++) {
      if (candidates.allows(owners[slot])) {
        return owners[slot];
      }
      slot = slot + 1 < points.length ? slot + 1 : 0;
    }
    return -1;
  }
}
