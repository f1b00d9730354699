package dev.cress.selector;

import dev.cress.hash.HashFunction;
import dev.cress.hash.HashFunctions;
import dev.cress.hash.HashTag;
import dev.cress.node.NodeSet;
import org.jspecify.annotations.Nullable;

/** A selector with another function for keys; see {@link Selectors#withKeyHash}. */
final class KeyHashSelector implements Selector {

  private final HashedSelector selector;
  private final HashFunction keyHash;
  private final String id;

  private KeyHashSelector(HashedSelector selector, HashFunction keyHash) {
    this.selector = selector;
    this.keyHash = keyHash;
    this.id = id(selector.id(), keyHash.id());
  }

  static Selector of(Selector selector, HashFunction keyHash) {
    if (keyHash.bits() != Long.SIZE) {
      throw new IllegalArgumentException(
          "keyHash must have 64 bits but %s has %d".formatted(keyHash.id(), keyHash.bits()));
    }
    Selector plain = selector instanceof KeyHashSelector other ? other.selector : selector;
    if (!(plain instanceof HashedSelector hashed)) {
      throw new IllegalArgumentException(
          "selector must be one of Cress' own algorithms but was " + selector.id());
    }
    return keyHash.id().equals(HashFunctions.xxh3().id())
        ? hashed
        : new KeyHashSelector(hashed, keyHash);
  }

  private static String id(String id, String keyHash) {
    return id.endsWith(")")
        ? id.substring(0, id.length() - 1) + ",keyHash=" + keyHash + ")"
        : id + "(keyHash=" + keyHash + ")";
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public Placement place(NodeSet nodes, HashTag hashTag) {
    return selector.place(this, nodes, keyHash, hashTag);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof KeyHashSelector that && id.equals(that.id);
  }

  @Override
  public int hashCode() {
    return id.hashCode();
  }

  @Override
  public String toString() {
    return id;
  }
}
