package dev.cress.selector;

import dev.cress.hash.HashFunction;
import dev.cress.hash.HashFunctions;
import dev.cress.hash.HashTag;
import dev.cress.hash.KeyTag;
import dev.cress.node.NodeSet;

/** A selector that knows a key by 64 bits of hash, from whatever function. */
interface HashedSelector extends Selector {

  /**
   * Applies this algorithm to a node set.
   *
   * @param named the selector that the placement shows and whose id is in its fingerprint: this
   *     one, or this one with another key hash
   * @param keyHash a function of 64 bits
   */
  Placement place(Selector named, NodeSet nodes, HashFunction keyHash, KeyTag keyTag);

  @Override
  default Placement place(NodeSet nodes, HashTag hashTag) {
    return place(this, nodes, HashFunctions.xxh3(), hashTag);
  }
}
