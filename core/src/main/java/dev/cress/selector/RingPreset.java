package dev.cress.selector;

import dev.cress.hash.HashFunction;
import dev.cress.hash.HashFunctions;
import dev.cress.node.Node;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Another client's ring: nodes are hashed to points, and a key belongs to a point near its hash.
 * Every rule of it is a setting of its own; the defaults are those of ketama with 160 points of MD5
 * for each node.
 *
 * <p>Cost: O(1) on average, a few nanoseconds beside the key's hash; O(P) at worst for P points.
 * Space: 12 bytes for each point and 4 to 8 for the table of buckets. Key movement depends on the
 * client: the minimum where a node's points depend on itself alone, more where weights are shares
 * of the total, nearly all keys where a node is known by its position and the first one leaves.
 */
public final class RingPreset extends Preset {

  private final Points points;
  private final @Nullable Points weightedPoints;
  private final Tie tie;
  private final Find find;
  private final boolean signed;
  private final HashFunction keyHash;
  private final boolean narrowKeyHash;
  private final int buckets;

  private RingPreset(Builder builder) {
    super(builder);
    this.points = new Points(builder.pointCount, builder.pointHash);
    this.weightedPoints = builder.weightedPoints;
    this.tie = builder.tie;
    this.find = builder.find;
    this.signed = builder.signed;
    this.keyHash = builder.keyHash;
    this.narrowKeyHash = builder.narrowKeyHash;
    this.buckets = builder.buckets;
    checkKeyHash(points.hash());
  }

  /**
   * Returns a builder with the defaults.
   *
   * @param name 1 to 64 of {@code a-z 0-9 _ + -}, with which the id begins
   * @return a new builder
   * @throws IllegalArgumentException if the name is not of that form
   */
  public static Builder builder(String name) {
    return new Builder(name);
  }

  @Override
  public Builder toBuilder() {
    return new Builder(this);
  }

  @Override
  public RingPreset order(List<String> names) {
    return toBuilder().order(names).build();
  }

  @Override
  String ownSettings() {
    return "points=%s,%stie=%s,find=%s%s,key=%s,%s"
        .formatted(
            points.id(),
            weightedPoints == null ? "" : "weighted=" + weightedPoints.id() + ",",
            tie,
            find,
            signed ? "_SIGNED" : "",
            keyHash.id(),
            buckets == 0 ? "" : "buckets=" + buckets + ",");
  }

  @Override
  Placement place(ClientNodes nodes, long fingerprint) {
    boolean weighted = nodes.nodes().nodes().stream().anyMatch(node -> node.weight() > 1);
    Points used = weightedPoints != null && weighted ? weightedPoints : points;
    checkKeyHash(used.hash());
    Ring ring = ring(nodes, used);
    if (buckets == 0) {
      return new RingPlacement(this, nodes.nodes(), keyHash, keyTag, fingerprint, ring);
    }
    long step = 0xffffffffL / buckets;
    int[] slots = IntStream.range(0, buckets).map(b -> ring.nodeOf(b * step)).toArray();
    return new SlotPlacement(
        this, nodes.nodes(), keyHash, keyTag, fingerprint, SlotTable.byRemainder(slots));
  }

  private Ring ring(ClientNodes nodes, Points used) {
    long[][] pointsOfNodes = used.of(nodes);
    int[] indexes = nodes.indexes();
    if (tie == Tie.LAST) {
      reverse(pointsOfNodes, indexes);
    }
    Ring ring =
        new Ring(
            pointsOfNodes, indexes, new Ring.Scale(used.hash().bits(), signed, find == Find.FLOOR));
    int shared = tie == Tie.REFUSED ? ring.firstSharedSlot() : -1;
    if (shared >= 0) {
      Node one = nodes.nodes().get(ring.nodeAt(shared - 1));
      Node other = nodes.nodes().get(ring.nodeAt(shared));
      throw new IllegalArgumentException(
          "%s leaves undefined who owns a point of two nodes, but %s and %s have one in common"
              .formatted(name, one.name(), other.name()));
    }
    return ring;
  }

  private static void reverse(long[][] pointsOfNodes, int[] indexes) {
    for (int i = 0, j = indexes.length - 1; i < j; i++, j--) {
      long[] points = pointsOfNodes[i];
      pointsOfNodes[i] = pointsOfNodes[j];
      pointsOfNodes[j] = points;
      int index = indexes[i];
      indexes[i] = indexes[j];
      indexes[j] = index;
    }
  }

  private void checkKeyHash(PointHash pointHash) {
    int width = pointHash.bits();
    if (buckets > 0) {
      if (width != Integer.SIZE) {
        throw new IllegalArgumentException(
            "points must have 32 bits for buckets but have %d".formatted(width));
      }
    } else if (keyHash.bits() > width) {
      throw new IllegalArgumentException(
          "keyHash must not be wider than the points, %d bits, but %s has %d"
              .formatted(width, keyHash.id(), keyHash.bits()));
    } else if (keyHash.bits() < width && !narrowKeyHash) {
      throw new IllegalArgumentException(
          "keyHash must be as wide as the points, %d bits, but %s has %d: nearly all keys of %s"
                  .formatted(width, keyHash.id(), keyHash.bits(), name)
              + " would be on one node");
    }
  }

  /** Who owns a point that several nodes claim. */
  public enum Tie {
    /** The node that comes first in the client's order. */
    FIRST,
    /** The node that comes last in the client's order. */
    LAST,
    /** The client leaves it undefined: such nodes are refused when they are placed. */
    REFUSED
  }

  /** Which point a hash belongs to. */
  public enum Find {
    /** The smallest at or above it, or else the smallest of all. */
    CEILING,
    /** The largest at or below it, or else the largest of all. */
    FLOOR
  }

  /** Collects the settings of a ring. Not thread-safe. */
  public static final class Builder extends Preset.Builder<Builder> {

    private static final int KETAMA_HASHES = 40;

    private PointCount pointCount = PointCounts.perWeight(KETAMA_HASHES);
    private PointHash pointHash = PointHashes.md5();
    private @Nullable Points weightedPoints;
    private Tie tie = Tie.FIRST;
    private Find find = Find.CEILING;
    private boolean signed;
    private HashFunction keyHash = HashFunctions.md5();
    private boolean narrowKeyHash;
    private int buckets;

    private Builder(String name) {
      super(name);
    }

    private Builder(RingPreset preset) {
      super(preset);
      this.pointCount = preset.points.count();
      this.pointHash = preset.points.hash();
      this.weightedPoints = preset.weightedPoints;
      this.tie = preset.tie;
      this.find = preset.find;
      this.signed = preset.signed;
      this.keyHash = preset.keyHash;
      this.narrowKeyHash = preset.narrowKeyHash;
      this.buckets = preset.buckets;
    }

    @Override
    Builder self() {
      return this;
    }

    @Override
    public RingPreset build() {
      refuse(WeightRule.IGNORED);
      return new RingPreset(this);
    }

    /**
     * Sets how many hashes a node has; default 40 times its weight.
     *
     * @param pointCount the formula
     * @return this builder
     */
    public Builder pointCount(PointCount pointCount) {
      this.pointCount = Objects.requireNonNull(pointCount, "pointCount");
      return this;
    }

    /**
     * Sets what points these hashes give; default the four words of MD5.
     *
     * @param pointHash the rule
     * @return this builder
     */
    public Builder pointHash(PointHash pointHash) {
      this.pointHash = Objects.requireNonNull(pointHash, "pointHash");
      return this;
    }

    /**
     * Sets another count and hash for node sets where any weight is greater than 1; default none.
     *
     * @param count the formula
     * @param hash the rule
     * @return this builder
     */
    public Builder weightedPoints(PointCount count, PointHash hash) {
      this.weightedPoints =
          new Points(Objects.requireNonNull(count, "count"), Objects.requireNonNull(hash, "hash"));
      return this;
    }

    /**
     * Sets who owns a point that several nodes claim; default the first in the client's order.
     *
     * @param tie the rule
     * @return this builder
     */
    public Builder tie(Tie tie) {
      this.tie = Objects.requireNonNull(tie, "tie");
      return this;
    }

    /**
     * Sets which point a hash belongs to; default the smallest at or above it.
     *
     * @param find the direction
     * @return this builder
     */
    public Builder find(Find find) {
      this.find = Objects.requireNonNull(find, "find");
      return this;
    }

    /**
     * Says that points and hashes compare as signed numbers of their width; default unsigned.
     *
     * @return this builder
     */
    public Builder signed() {
      this.signed = true;
      return this;
    }

    /**
     * Sets the hash of keys; default the first word of MD5.
     *
     * @param keyHash a function as wide as the points; any with {@link #buckets}
     * @return this builder
     */
    public Builder keyHash(HashFunction keyHash) {
      this.keyHash = Objects.requireNonNull(keyHash, "keyHash");
      return this;
    }

    /**
     * Allows a hash of keys that is narrower than the points. Only the beginning of the ring is
     * then in use, and often one node owns all keys. For fleets that are set up so by mistake.
     *
     * @return this builder
     */
    public Builder unsafeNarrowKeyHash() {
      this.narrowKeyHash = true;
      return this;
    }

    /**
     * Says that the client looks up each of so many evenly spaced numbers of 32 bits once, and
     * takes the answer at {@code hash mod number} for a key; default none.
     *
     * @param number the number of buckets, from 1 to 65,536
     * @return this builder
     * @throws IllegalArgumentException if the number is out of range
     */
    public Builder buckets(int number) {
      if (number < 1 || number > RingSelector.MAX_POINTS_PER_WEIGHT) {
        throw new IllegalArgumentException(
            "buckets must be between 1 and %d but was %d"
                .formatted(RingSelector.MAX_POINTS_PER_WEIGHT, number));
      }
      this.buckets = number;
      return this;
    }
  }
}
