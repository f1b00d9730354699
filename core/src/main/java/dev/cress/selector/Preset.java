package dev.cress.selector;

import dev.cress.hash.HashTag;
import dev.cress.hash.KeyTag;
import dev.cress.node.NoNodesException;
import dev.cress.node.NodeSet;
import java.util.List;
import java.util.Objects;

/**
 * A selector that keeps each key where another client keeps it. {@link Presets} has those of known
 * clients; each is one combination of settings, and {@link #toBuilder} leads to others. Immutable
 * and thread-safe; presets with the same settings are equal.
 *
 * <p>A preset has its own rule for key tags, because its client has: the hash-tag rule that {@link
 * #place(NodeSet, HashTag)} is given is not used.
 */
public abstract sealed class Preset implements Selector
    permits RingPreset, TablePreset, RendezvousPreset {

  final String name;
  final NodeIdentity identity;
  final NodeOrder order;
  final WeightRule weights;
  final KeyTag keyTag;

  Preset(Builder<?> builder) {
    this.name = builder.name;
    this.identity = builder.identity;
    this.order = builder.order;
    this.weights = builder.weights;
    this.keyTag = builder.keyTag;
  }

  /** Returns the settings that only this kind of preset has, each followed by a comma. */
  abstract String ownSettings();

  /** Returns this preset with another rule for key tags. */
  final Preset tagged(KeyTag rule) {
    return toBuilder().keyTag(rule).build();
  }

  /** Places nodes whose weights have been checked. */
  abstract Placement place(ClientNodes nodes, long fingerprint);

  /**
   * Returns a builder that begins with these settings.
   *
   * @return a new builder
   */
  public abstract Builder<?> toBuilder();

  /**
   * Returns this preset for nodes that stand in this order in the client's configuration. It
   * matters to clients that count nodes, and where two nodes claim the same point.
   *
   * @param names the names of the Cress nodes; nodes that are not listed come after them in the
   *     order of names, names without a node are skipped
   * @return the preset
   * @throws IllegalArgumentException if a name is there twice, or if the client sorts its nodes
   *     itself
   */
  public abstract Preset order(List<String> names);

  @Override
  public final String id() {
    return "%s-1(%sidentity=%s,weights=%s,tag=%s,order=%s)"
        .formatted(name, ownSettings(), identity.id(), weights, keyTag.id(), order.id());
  }

  /**
   * Applies this preset to a node set.
   *
   * @param nodes the nodes, at least one
   * @param hashTag not used: a preset keeps its client's rule
   * @return the compiled look-up
   * @throws dev.cress.node.NoNodesException if there is no node
   * @throws IllegalArgumentException if the client cannot have these weights, or if its result
   *     would be undefined for these nodes
   */
  @Override
  public final Placement place(NodeSet nodes, HashTag hashTag) {
    Objects.requireNonNull(hashTag, "hashTag");
    if (nodes.isEmpty()) {
      throw new NoNodesException("selector " + id() + " has no nodes to choose from");
    }
    weights.check(nodes, name);
    ClientNodes clientNodes = ClientNodes.of(nodes, order, identity);
    return place(clientNodes, Fingerprint.of(id(), keyTag, nodes, clientNodes.identities()));
  }

  @Override
  public final boolean equals(Object other) {
    return other instanceof Preset that && id().equals(that.id());
  }

  @Override
  public final int hashCode() {
    return id().hashCode();
  }

  /** Returns the {@link #id}. */
  @Override
  public final String toString() {
    return id();
  }

  /**
   * Collects settings. Not thread-safe.
   *
   * @param <B> the kind of builder
   */
  public abstract static sealed class Builder<B extends Builder<B>>
      permits RingPreset.Builder, TablePreset.Builder, RendezvousPreset.Builder {

    private String name;
    private NodeIdentity identity = NodeIdentities.name();
    private NodeOrder order = NodeOrder.NAMES;
    private WeightRule weights = WeightRule.NONE;
    private KeyTag keyTag = HashTag.NONE;

    Builder(String name) {
      this.name = checkName(name);
    }

    Builder(Preset preset) {
      this.name = preset.name;
      this.identity = preset.identity;
      this.order = preset.order;
      this.weights = preset.weights;
      this.keyTag = preset.keyTag;
    }

    private static String checkName(String name) {
      if (!name.matches("[a-z0-9_+-]{1,64}")) {
        throw new IllegalArgumentException(
            "name must have 1 to 64 of a-z 0-9 _ + - but was " + name);
      }
      return name;
    }

    abstract B self();

    /** Refuses a rule for weights that the algorithm cannot honour. */
    final void refuse(WeightRule rule) {
      if (weights == rule) {
        throw new IllegalArgumentException(
            "weights must be another rule for %s but was %s".formatted(name, rule));
      }
    }

    /**
     * Returns the preset.
     *
     * @return the preset
     * @throws IllegalArgumentException if settings do not fit together
     */
    public abstract Preset build();

    /**
     * Sets the name with which the id begins.
     *
     * @param name 1 to 64 of {@code a-z 0-9 _ + -}
     * @return this builder
     * @throws IllegalArgumentException if the name is not of that form
     */
    public B name(String name) {
      this.name = checkName(name);
      return self();
    }

    /**
     * Sets how the client names its nodes; default {@link NodeIdentities#name}.
     *
     * @param identity the rule
     * @return this builder
     */
    public B identity(NodeIdentity identity) {
      this.identity = Objects.requireNonNull(identity, "identity");
      return self();
    }

    /**
     * Sets the order of the nodes in the client's configuration; default the order of names. See
     * {@link Preset#order}.
     *
     * @param names the names of the Cress nodes
     * @return this builder
     * @throws IllegalArgumentException if a name is there twice, or if the client sorts its nodes
     *     itself
     */
    public B order(List<String> names) {
      if (order.byLength()) {
        throw new IllegalArgumentException(
            name + " sorts its nodes itself, so order must not be set but was " + names);
      }
      this.order = new NodeOrder(names, false);
      return self();
    }

    /**
     * Says that the client sorts its nodes by their identity: shorter ones first, equally long ones
     * by their bytes.
     *
     * @return this builder
     */
    public B orderByLength() {
      this.order = NodeOrder.BY_LENGTH;
      return self();
    }

    /**
     * Sets which weights the client knows; default {@link WeightRule#NONE}.
     *
     * @param weights the rule
     * @return this builder
     */
    public B weights(WeightRule weights) {
      this.weights = Objects.requireNonNull(weights, "weights");
      return self();
    }

    /**
     * Sets which part of a key is hashed; default {@link HashTag#NONE}, the whole key.
     *
     * @param keyTag the rule
     * @return this builder
     */
    public B keyTag(KeyTag keyTag) {
      this.keyTag = Objects.requireNonNull(keyTag, "keyTag");
      return self();
    }
  }
}
