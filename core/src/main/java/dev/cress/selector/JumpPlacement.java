package dev.cress.selector;

import dev.cress.hash.HashFunction;
import dev.cress.hash.KeyTag;
import dev.cress.node.NodeSet;

/** The owner has the number of the key's hash, replicas those of the hashes that follow from it. */
final class JumpPlacement extends HashedPlacement {

  /*
   * The hash number i of a key is mix(hash + i * STEP), the generator SplitMix64 begun at the key's
   * hash; number 0 is the hash itself. Each goes to the node of its number, and nodes already
   * taken are passed over. So the second nodes of an owner's keys differ from key to key, and a
   * node added at the end of the order leaves alone every replica set that it does not join.
   */
  private static final long STEP = 0x9e3779b97f4a7c15L;

  private final Jump jump;
  private final int size;

  JumpPlacement(Selector selector, NodeSet nodes, HashFunction keyHash, KeyTag keyTag, Jump jump) {
    super(selector, nodes, keyHash, keyTag);
    this.jump = jump;
    this.size = nodes.size();
  }

  @Override
  int ownerIndex(long hash) {
    return jump.number(hash, size);
  }

  @Override
  int firstIndex(long hash, Candidates candidates) {
    if (candidates.first() < 0) {
      return -1;
    }
    int index = jump.number(hash, size);
    for (long seed = hash + STEP; !candidates.allows(index); seed += STEP) {
      index = jump.number(Rendezvous.mix(seed), size);
    }
    return index;
  }
}
