package dev.cress.selector;

import dev.cress.hash.HashFunctions;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * Another client's rendezvous hashing: each node draws a score for the key, the highest owns it.
 *
 * <p>Cost: O(N) for N nodes. Key movement: the minimum. A node that joins takes its share and no
 * other key moves; of a node that leaves, only its own keys move.
 */
public final class RendezvousPreset extends Preset {

  private final Score score;

  private RendezvousPreset(Builder builder) {
    super(builder);
    this.score = builder.score;
  }

  /**
   * Returns a builder with the score of go-redis.
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
  public RendezvousPreset order(List<String> names) {
    return toBuilder().order(names).build();
  }

  @Override
  String ownSettings() {
    return "score=" + score + ",";
  }

  @Override
  Placement place(ClientNodes nodes, long fingerprint) {
    return switch (score) {
      case MIXED_XXH64 -> new MixedRendezvousPlacement(this, nodes, keyTag, fingerprint);
      case MURMUR3_OF_TEXT -> murmur3(nodes, fingerprint, KeyText.CHARACTERS);
      case MURMUR3_OF_PYTHON_BYTES -> murmur3(nodes, fingerprint, KeyText.PYTHON_BYTES);
      case MD5_OF_NUMBERED_TEXT -> md5(nodes, fingerprint);
    };
  }

  /** Of equal scores the one of the larger name wins, so those come first. */
  private Placement murmur3(ClientNodes nodes, long fingerprint, KeyText keyText) {
    int[] indexes = nodes.indexes();
    byte[][] utf8 = nodes.identities().stream().map(RendezvousPreset::utf8).toArray(byte[][]::new);
    List<TextRendezvousPlacement.Entry> entries =
        IntStream.range(0, nodes.size())
            .boxed()
            .sorted(Comparator.comparing(i -> utf8[i], (a, b) -> Arrays.compareUnsigned(b, a)))
            .map(i -> new TextRendezvousPlacement.Entry(indexes[i], characters(utf8[i])))
            .toList();
    return new TextRendezvousPlacement(
        this,
        nodes.nodes(),
        fingerprint,
        new TextRendezvousPlacement.Rule(HashFunctions.murmur3(), keyTag, keyText),
        entries);
  }

  private static byte[] characters(byte[] identity) {
    byte[] text = new byte[identity.length + 1];
    int end = KeyText.CHARACTERS.write(identity, 0, identity.length, text, 0);
    text[end] = '-';
    return Arrays.copyOf(text, end + 1);
  }

  private Placement md5(ClientNodes nodes, long fingerprint) {
    int[] indexes = nodes.indexes();
    double[] weightOf = nodes.weights();
    List<TextRendezvousPlacement.Entry> entries = new ArrayList<>(nodes.checkedTotal(name));
    for (int i = 0; i < indexes.length; i++) {
      for (int number = 0; number < weightOf[i]; number++) {
        byte[] text = utf8(nodes.identities().get(i) + "-" + number);
        entries.add(new TextRendezvousPlacement.Entry(indexes[i], text));
      }
    }
    return new TextRendezvousPlacement(
        this,
        nodes.nodes(),
        fingerprint,
        new TextRendezvousPlacement.Rule(HashFunctions.md5(), keyTag, KeyText.BYTES),
        entries);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** What a node draws for a key. */
  public enum Score {
    /** XXH64 of the key, exclusive or XXH64 of the node, mixed: go-redis. No weights. */
    MIXED_XXH64,
    /** MurmurHash3 of 32 bits of the characters of {@code node-key}: pymemcache. No weights. */
    MURMUR3_OF_TEXT,
    /** As before, of keys that are Python's {@code bytes}. No weights. */
    MURMUR3_OF_PYTHON_BYTES,
    /** The first word of the MD5 of {@code node-i} and the key, for each i below the weight. */
    MD5_OF_NUMBERED_TEXT
  }

  /** Collects the settings. Not thread-safe. */
  public static final class Builder extends Preset.Builder<Builder> {

    private Score score = Score.MIXED_XXH64;

    private Builder(String name) {
      super(name);
    }

    private Builder(RendezvousPreset preset) {
      super(preset);
      this.score = preset.score;
    }

    @Override
    Builder self() {
      return this;
    }

    @Override
    public RendezvousPreset build() {
      refuse(WeightRule.ANY);
      refuse(score == Score.MD5_OF_NUMBERED_TEXT ? WeightRule.IGNORED : WeightRule.WHOLE);
      return new RendezvousPreset(this);
    }

    /**
     * Sets what a node draws for a key; default {@link Score#MIXED_XXH64}.
     *
     * @param score the rule
     * @return this builder
     */
    public Builder score(Score score) {
      this.score = Objects.requireNonNull(score, "score");
      return this;
    }
  }
}
