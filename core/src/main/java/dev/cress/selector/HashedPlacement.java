package dev.cress.selector;

import dev.cress.hash.HashTag;
import dev.cress.hash.KeyHash;
import dev.cress.node.NoNodesException;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** What placements have in common: from the key to its hash, and from the hash to nodes. */
abstract class HashedPlacement implements Placement {

  private final Selector selector;
  private final NodeSet nodes;
  private final HashTag hashTag;
  private final int[] zones;
  private final long fingerprint;

  HashedPlacement(Selector selector, NodeSet nodes, HashTag hashTag) {
    if (nodes.isEmpty()) {
      throw new NoNodesException("selector " + selector.id() + " has no nodes to choose from");
    }
    this.selector = selector;
    this.nodes = nodes;
    this.hashTag = Objects.requireNonNull(hashTag, "hashTag");
    this.zones = Candidates.zones(nodes);
    this.fingerprint = Fingerprint.of(selector.id(), hashTag, nodes);
  }

  /** Returns the index of the first node in the order of this hash. Allocates nothing. */
  abstract int ownerIndex(long hash);

  /**
   * Returns the index of the first of the candidates in the order of this hash, or -1 if there is
   * no candidate. With all nodes as candidates it is the owner.
   */
  abstract int firstIndex(long hash, Candidates candidates);

  @Override
  public final Selector selector() {
    return selector;
  }

  @Override
  public final NodeSet nodes() {
    return nodes;
  }

  @Override
  public final Node owner(byte[] key) {
    return nodes.get(ownerIndex(key, 0, key.length));
  }

  @Override
  public final int ownerIndex(byte[] bytes, int from, int to) {
    return ownerIndex(hash(bytes, from, to));
  }

  private long hash(byte[] bytes, int from, int to) {
    long range = hashTag.range(bytes, from, to);
    return KeyHash.of(bytes, HashTag.from(range), HashTag.to(range));
  }

  @Override
  public final List<Node> replicas(byte[] key, int n) {
    if (n < 1 || n > nodes.size()) {
      throw new IllegalArgumentException(
          "n must be between 1 and the number of nodes, %d, but was %d".formatted(nodes.size(), n));
    }
    long hash = hash(key, 0, key.length);
    Candidates candidates = new Candidates(zones);
    List<Node> replicas = new ArrayList<>(n);
    while (replicas.size() < n) {
      int index = firstIndex(hash, candidates);
      if (index < 0) {
        candidates.allowAllZones();
      } else {
        candidates.take(index);
        replicas.add(nodes.get(index));
      }
    }
    return List.copyOf(replicas);
  }

  @Override
  public final long fingerprint() {
    return fingerprint;
  }
}
