package dev.cress.selector;

import dev.cress.hash.HashFunction;
import dev.cress.hash.KeyTag;
import dev.cress.node.NodeSet;
import java.util.Arrays;

/** A compiled ring: the first point at or after the key's hash names the owner. */
final class RingPlacement extends HashedPlacement {

  /*
   * All points lie in one array in unsigned order; `owners` names the node of each. A table of
   * buckets, indexed by the top bits of a hash, gives the first point of that bucket. There are at
   * least as many buckets as points, so a look-up is one load and then, on average, less than one
   * step. After the last point the ring begins again.
   *
   * The same buckets sort the points: they are spread by their top bits and then, a few at a time,
   * by insertion. Hashes are even enough for that to be linear.
   *
   * A point that several nodes claim belongs to the one whose name comes first. When it leaves, the
   * next claimant takes over; either way only keys of the node that joins or leaves move.
   */
  private final long[] points;
  private final int[] owners;
  private final int[] firstOfBucket;
  private final int bucketShift;

  RingPlacement(
      Selector selector,
      NodeSet nodes,
      HashFunction keyHash,
      KeyTag keyTag,
      long[][] pointsOfNodes) {
    super(selector, nodes, keyHash, keyTag);
    int count = Arrays.stream(pointsOfNodes).mapToInt(own -> own.length).sum();
    points = new long[count];
    owners = new int[count];
    bucketShift = Math.min(Long.SIZE - 1, Long.numberOfLeadingZeros(count - 1L));
    firstOfBucket = endsOfBuckets(pointsOfNodes, bucketShift);
    distribute(pointsOfNodes);
    sortWithinBuckets();
  }

  private static int[] endsOfBuckets(long[][] pointsOfNodes, int shift) {
    int[] ends = new int[1 << (Long.SIZE - shift)];
    for (long[] own : pointsOfNodes) {
      for (long point : own) {
        ends[(int) (point >>> shift)]++;
      }
    }
    for (int bucket = 1; bucket < ends.length; bucket++) {
      ends[bucket] += ends[bucket - 1];
    }
    return ends;
  }

  /** Fills each bucket from its end, so that what was its end becomes its beginning. */
  private void distribute(long[][] pointsOfNodes) {
    for (int node = pointsOfNodes.length - 1; node >= 0; node--) {
      for (long point : pointsOfNodes[node]) {
        int slot = --firstOfBucket[(int) (point >>> bucketShift)];
        points[slot] = point;
        owners[slot] = node;
      }
    }
  }

  /** Sorts by insertion; equal points stay in the order of their nodes. */
  private void sortWithinBuckets() {
    for (int i = 1; i < points.length; i++) {
      long point = points[i];
      int owner = owners[i];
      int slot = i;
      while (slot > 0 && Long.compareUnsigned(points[slot - 1], point) > 0) {
        points[slot] = points[slot - 1];
        owners[slot] = owners[slot - 1];
        slot--;
      }
      points[slot] = point;
      owners[slot] = owner;
    }
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

  /** The hashes after one point, up to the next: those after the last go to the first. */
  @Override
  Steps steps() {
    double[] ends = Arrays.stream(points).mapToDouble(Arcs::fraction).toArray();
    int[] ownersOfArcs = Arrays.copyOf(owners, owners.length + 1);
    ownersOfArcs[owners.length] = owners[0];
    ends = Arrays.copyOf(ends, ends.length + 1);
    ends[owners.length] = 1;
    return new Arcs(ends, ownersOfArcs);
  }
}
