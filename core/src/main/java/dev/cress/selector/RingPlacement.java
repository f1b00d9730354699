package dev.cress.selector;

import dev.cress.hash.HashFunction;
import dev.cress.hash.KeyTag;
import dev.cress.node.NodeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The owner holds the first point at or after the key's hash; replicas hold the points after it. A
 * node without a point owns nothing and is the last of replicas.
 */
final class RingPlacement extends HashedPlacement {

  private final Ring ring;

  /** Cress' own ring: in the order of names, on points of 64 bits. */
  RingPlacement(
      Selector selector,
      NodeSet nodes,
      HashFunction keyHash,
      KeyTag keyTag,
      long[][] pointsOfNodes) {
    super(selector, nodes, keyHash, keyTag);
    int[] indexes = IntStream.range(0, nodes.size()).toArray();
    this.ring = new Ring(pointsOfNodes, indexes, Ring.Scale.UNSIGNED_64);
  }

  RingPlacement(
      Selector selector,
      NodeSet nodes,
      HashFunction keyHash,
      KeyTag keyTag,
      long fingerprint,
      Ring ring) {
    super(selector, nodes, keyHash, keyTag, fingerprint);
    this.ring = ring;
  }

  @Override
  int ownerIndex(long hash) {
    return ring.nodeOf(hash);
  }

  @Override
  int firstIndex(long hash, Candidates candidates) {
    int index = ring.firstIndex(hash, candidates);
    return index < 0 ? candidates.first() : index;
  }

  @Override
  @Nullable Steps steps() {
    return ring.steps(hashBits());
  }
}
