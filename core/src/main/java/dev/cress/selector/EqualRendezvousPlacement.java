package dev.cress.selector;

import dev.cress.hash.HashFunction;
import dev.cress.hash.KeyTag;
import dev.cress.node.NodeSet;

/** Rendezvous where all nodes weigh the same: the highest draw wins, without a logarithm. */
final class EqualRendezvousPlacement extends HashedPlacement {

  private final long[] seeds;

  EqualRendezvousPlacement(
      Selector selector, NodeSet nodes, HashFunction keyHash, KeyTag keyTag, long[] seeds) {
    super(selector, nodes, keyHash, keyTag);
    this.seeds = seeds;
  }

  @Override
  int ownerIndex(long hash) {
    int best = 0;
    long highest = Rendezvous.draw(hash, seeds[0]);
    for (int i = 1; i < seeds.length; i++) {
      long draw = Rendezvous.draw(hash, seeds[i]);
      if (draw > highest) {
        highest = draw;
        best = i;
      }
    }
    return best;
  }

  @Override
  int firstIndex(long hash, Candidates candidates) {
    int best = -1;
    long highest = -1;
    for (int i = 0; i < seeds.length; i++) {
      long draw = Rendezvous.draw(hash, seeds[i]);
      if (draw > highest && candidates.allows(i)) {
        highest = draw;
        best = i;
      }
    }
    return best;
  }
}
