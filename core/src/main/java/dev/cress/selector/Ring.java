package dev.cress.selector;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The sorted points of all nodes and the look-up among them. Immutable. */
final class Ring {

  /* 4 MiB: more would leave the caches of a processor. */
  private static final int MOST_BUCKET_BITS = 20;

  /*
   * All points lie in one array in unsigned order; `owners` names the node of each. A table of
   * buckets, indexed by the top bits of a hash, gives the owner of a bucket in which no point lies,
   * with all bits flipped, else the first of its points. Up to a million buckets there are at least
   * four times as many as points, so most look-ups are one load. After the last point the ring
   * begins again.
   *
   * The same buckets sort the points: they are spread by their top bits and then, a few at a time,
   * by insertion. Hashes are even enough for that to be linear.
   *
   * Other rings are this one on another scale. Points and hashes of 32 bits are shifted to the top.
   * Signed order is unsigned order with the sign bit flipped. The largest point at or below a hash
   * is the smallest at or above it when all bits of both are flipped.
   *
   * A point that several nodes claim belongs to the one that is given first. When it leaves, the
   * next claimant takes over; either way only keys of the node that joins or leaves move.
   */
  private final long[] points;
  private final int[] owners;
  private final int[] buckets;
  private final int bucketShift;
  private final int scaleShift;
  private final long scaleMask;

  /**
   * Builds the ring.
   *
   * @param pointsOfNodes the points of each node, before they are put to scale; one in all or more
   * @param nodes the index of each of these nodes
   */
  Ring(long[][] pointsOfNodes, int[] nodes, Scale scale) {
    this.scaleShift = scale.shift();
    this.scaleMask = scale.mask();
    int count = Arrays.stream(pointsOfNodes).mapToInt(own -> own.length).sum();
    points = new long[count];
    owners = new int[count];
    bucketShift = bucketShift(count);
    buckets = endsOfBuckets(pointsOfNodes);
    distribute(pointsOfNodes, nodes);
    sortWithinBuckets();
    nameOwnersOfEmptyBuckets();
  }

  private static int bucketShift(int points) {
    int bits = Math.max(1, Long.SIZE - Long.numberOfLeadingZeros(points - 1L));
    return Long.SIZE - Math.min(bits + 2, MOST_BUCKET_BITS);
  }

  private int[] endsOfBuckets(long[][] pointsOfNodes) {
    int[] ends = new int[1 << (Long.SIZE - bucketShift)];
    for (long[] own : pointsOfNodes) {
      for (long point : own) {
        ends[(int) (toScale(point) >>> bucketShift)]++;
      }
    }
    for (int bucket = 1; bucket < ends.length; bucket++) {
      ends[bucket] += ends[bucket - 1];
    }
    return ends;
  }

  /** Fills each bucket from its end, so that what was its end becomes its beginning. */
  private void distribute(long[][] pointsOfNodes, int[] nodes) {
    for (int i = pointsOfNodes.length - 1; i >= 0; i--) {
      for (long unscaled : pointsOfNodes[i]) {
        long point = toScale(unscaled);
        int slot = --buckets[(int) (point >>> bucketShift)];
        points[slot] = point;
        owners[slot] = nodes[i];
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

  private long toScale(long number) {
    return number << scaleShift ^ scaleMask;
  }

  private void nameOwnersOfEmptyBuckets() {
    for (int bucket = 0; bucket < buckets.length; bucket++) {
      int first = buckets[bucket];
      int end = bucket + 1 < buckets.length ? buckets[bucket + 1] : points.length;
      if (first == end) {
        buckets[bucket] = ~owners[first < points.length ? first : 0];
      }
    }
  }

  /** Returns the owner of a hash. Allocates nothing. */
  int nodeOf(long unscaled) {
    long hash = toScale(unscaled);
    int bucket = buckets[(int) (hash >>> bucketShift)];
    return bucket < 0 ? ~bucket : owners[slotFrom(bucket, hash)];
  }

  private int slotFrom(int first, long hash) {
    int slot = first;
    while (slot < points.length && Long.compareUnsigned(points[slot], hash) < 0) {
      slot++;
    }
    return slot < points.length ? slot : 0;
  }

  /** Returns the place of the first point at or after the hash, by halving. */
  private int slotOf(long unscaled) {
    long hash = toScale(unscaled);
    int low = 0;
    int high = points.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Long.compareUnsigned(points[middle], hash) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < points.length ? low : 0;
  }

  /** Returns the first candidate at or after a hash, or -1 if none of them has a point. */
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

  /**
   * Returns the arcs of the ring: the hashes after one point, up to the next; those after the last
   * go to the first. Null for a ring of another width than the hashes'.
   */
  @Nullable Steps steps(int hashBits) {
    if (scaleShift != Long.SIZE - hashBits) {
      return null;
    }
    double[] ends = Arrays.stream(points).mapToDouble(Arcs::fraction).toArray();
    int[] ownersOfArcs = Arrays.copyOf(owners, owners.length + 1);
    ownersOfArcs[owners.length] = owners[0];
    ends = Arrays.copyOf(ends, ends.length + 1);
    ends[owners.length] = 1;
    return new Arcs(ends, ownersOfArcs, scaleMask);
  }

  /** Returns the first place whose point another node claims too, or -1 if there is none. */
  int firstSharedSlot() {
    for (int slot = 1; slot < points.length; slot++) {
      if (points[slot - 1] == points[slot] && owners[slot - 1] != owners[slot]) {
        return slot;
      }
    }
    return -1;
  }

  /** Returns the node that holds a place. */
  int nodeAt(int slot) {
    return owners[slot];
  }

  /**
   * How points and hashes compare.
   *
   * @param bits how many of the low bits of a number count
   * @param signed whether numbers of that width are signed
   * @param floor whether the owner is at the largest point at or below a hash, not at or above it
   */
  record Scale(int bits, boolean signed, boolean floor) {

    static final Scale UNSIGNED_64 = new Scale(Long.SIZE, false, false);

    int shift() {
      return Long.SIZE - bits;
    }

    long mask() {
      return (signed ? Long.MIN_VALUE : 0) ^ (floor ? -1 : 0);
    }
  }
}
