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

  /* Four draws at a time: the compiler does not unroll a loop that keeps the index of its best, and
   * the draws of one round do not wait for each other. */
  @Override
  int ownerIndex(long hash) {
    int best = 0;
    long highest = -1;
    int i = 0;
    for (int end = seeds.length - 3; i < end; i += 4) {
      long draw0 = Rendezvous.draw(hash, seeds[i]);
      long draw1 = Rendezvous.draw(hash, seeds[i + 1]);
      long draw2 = Rendezvous.draw(hash, seeds[i + 2]);
      long draw3 = Rendezvous.draw(hash, seeds[i + 3]);
      if (draw0 > highest) {
        highest = draw0;
        best = i;
      }
      if (draw1 > highest) {
        highest = draw1;
        best = i + 1;
      }
      if (draw2 > highest) {
        highest = draw2;
        best = i + 2;
      }
      if (draw3 > highest) {
        highest = draw3;
        best = i + 3;
      }
    }
    for (; i < seeds.length; i++) {
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
