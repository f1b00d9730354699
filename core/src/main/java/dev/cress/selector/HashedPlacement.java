package dev.cress.selector;

import dev.cress.hash.HashFunction;
import dev.cress.hash.KeyTag;
import dev.cress.node.NodeSet;
import org.jspecify.annotations.Nullable;

/** A placement that knows a key by its hash alone. */
abstract class HashedPlacement extends NodePlacement {

  private final HashFunction keyHash;
  private final KeyTag keyTag;

  /** A placement decided by the selector's id, the key tag and the nodes alone. */
  HashedPlacement(Selector selector, NodeSet nodes, HashFunction keyHash, KeyTag keyTag) {
    this(selector, nodes, keyHash, keyTag, Fingerprint.of(selector.id(), keyTag, nodes));
  }

  HashedPlacement(
      Selector selector, NodeSet nodes, HashFunction keyHash, KeyTag keyTag, long fingerprint) {
    super(selector, nodes, fingerprint);
    this.keyHash = keyHash;
    this.keyTag = keyTag;
  }

  /** Returns the index of the first node in the order of this hash. Allocates nothing. */
  abstract int ownerIndex(long hash);

  /** {@link #firstIndex(byte[], Candidates)} by a key's hash. */
  abstract int firstIndex(long hash, Candidates candidates);

  /** Returns how the owner follows from the hash if that can be counted, else null. */
  @Nullable Steps steps() {
    return null;
  }

  /** Returns whether both see the same hash in every key. */
  final boolean hashesLike(HashedPlacement other) {
    return keyHash.id().equals(other.keyHash.id()) && keyTag.id().equals(other.keyTag.id());
  }

  final int hashBits() {
    return keyHash.bits();
  }

  @Override
  public final int ownerIndex(byte[] bytes, int from, int to) {
    return ownerIndex(hash(bytes, from, to));
  }

  @Override
  final int firstIndex(byte[] key, Candidates candidates) {
    return firstIndex(hash(key, 0, key.length), candidates);
  }

  private long hash(byte[] bytes, int from, int to) {
    long range = keyTag.range(bytes, from, to);
    return keyHash.of(bytes, KeyTag.from(range), KeyTag.to(range));
  }
}
