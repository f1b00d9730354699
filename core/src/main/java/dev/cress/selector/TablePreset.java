package dev.cress.selector;

import dev.cress.hash.HashFunction;
import dev.cress.hash.HashFunctions;
import dev.cress.node.NodeSet;
import dev.cress.node.RoutingException;
import java.util.List;
import java.util.Objects;

/**
 * Another client's list of nodes: the hash of a key names a place in it. With {@link
 * WeightRule#WHOLE} each node stands there as often as its weight says, in a row.
 *
 * <p>Cost: O(1), little more than the key's hash; space O(sum of weights). Key movement: almost
 * every key moves when a node joins or leaves.
 */
public final class TablePreset extends Preset {

  private final HashFunction keyHash;
  private final Rule rule;

  private TablePreset(Builder builder) {
    super(builder);
    this.keyHash = builder.keyHash;
    this.rule = builder.rule;
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
  public TablePreset order(List<String> names) {
    return toBuilder().order(names).build();
  }

  @Override
  String ownSettings() {
    return "key=" + keyHash.id() + ",rule=" + rule + ",";
  }

  @Override
  Placement place(ClientNodes nodes, long fingerprint) {
    int[] slots = weights == WeightRule.WHOLE ? nodes.indexesByWeight(name) : nodes.indexes();
    HashFunction slotHash =
        rule == Rule.RANGE ? new RangeHash(name, keyHash, slots.length) : keyHash;
    NodeSet set = nodes.nodes();
    return new SlotPlacement(
        this, set, slotHash, keyTag, fingerprint, SlotTable.byRemainder(slots));
  }

  /** How a hash names a place in the list. */
  public enum Rule {
    /** The remainder of the hash, as unsigned, divided by the length of the list. */
    REMAINDER,
    /**
     * Each place has a range of the hashes, which must have 32 bits, the last place the lowest. The
     * hash 0 falls out of it: the client reads beyond its list, and here a key with that hash is
     * refused with a {@link dev.cress.node.RoutingException} when it is looked up.
     */
    RANGE
  }

  /** The place that a key's hash falls into, as a hash. */
  private record RangeHash(String preset, HashFunction keyHash, int places)
      implements HashFunction {

    private static final long LARGEST = 0xffffffffL;

    @Override
    public String id() {
      return keyHash.id() + "-in-" + places;
    }

    @Override
    public int bits() {
      return Integer.SIZE;
    }

    @Override
    public long of(byte[] bytes, int from, int to) {
      long hash = keyHash.of(bytes, from, to);
      if (hash == 0) {
        throw new RoutingException(
            "selector %s has no owner for a key with the hash 0: its client reads beyond its list"
                .formatted(preset));
      }
      return (hash ^ LARGEST) * places / LARGEST;
    }
  }

  /** Collects the settings of a table. Not thread-safe. */
  public static final class Builder extends Preset.Builder<Builder> {

    private HashFunction keyHash = HashFunctions.md5();
    private Rule rule = Rule.REMAINDER;

    private Builder(String name) {
      super(name);
    }

    private Builder(TablePreset preset) {
      super(preset);
      this.keyHash = preset.keyHash;
      this.rule = preset.rule;
    }

    @Override
    Builder self() {
      return this;
    }

    @Override
    public TablePreset build() {
      refuse(WeightRule.ANY);
      if (rule == Rule.RANGE && keyHash.bits() != Integer.SIZE) {
        throw new IllegalArgumentException(
            "keyHash must have 32 bits for the rule RANGE but %s has %d"
                .formatted(keyHash.id(), keyHash.bits()));
      }
      return new TablePreset(this);
    }

    /**
     * Sets the hash of keys; default the first word of MD5.
     *
     * @param keyHash the function
     * @return this builder
     */
    public Builder keyHash(HashFunction keyHash) {
      this.keyHash = Objects.requireNonNull(keyHash, "keyHash");
      return this;
    }

    /**
     * Sets how a hash names a place; default {@link Rule#REMAINDER}.
     *
     * @param rule the rule
     * @return this builder
     */
    public Builder rule(Rule rule) {
      this.rule = Objects.requireNonNull(rule, "rule");
      return this;
    }
  }
}
