package dev.cress.selector;

import dev.cress.hash.HashFunction;
import dev.cress.hash.HashFunctions;
import dev.cress.hash.KeyTag;
import java.nio.charset.StandardCharsets;

/** Rendezvous as go-redis has it: the highest mixed hash, as unsigned, wins. */
final class MixedRendezvousPlacement extends HashedPlacement {

  private static final HashFunction XXH64 = HashFunctions.xxh64();
  private static final long FACTOR = 2685821657736338717L;

  private final long[] hashOfNode;

  MixedRendezvousPlacement(Selector selector, ClientNodes nodes, KeyTag keyTag, long fingerprint) {
    super(selector, nodes.nodes(), XXH64, keyTag, fingerprint);
    this.hashOfNode = new long[nodes.size()];
    int[] indexes = nodes.indexes();
    for (int i = 0; i < indexes.length; i++) {
      byte[] name = nodes.identities().get(i).getBytes(StandardCharsets.UTF_8);
      hashOfNode[indexes[i]] = XXH64.of(name, 0, name.length);
    }
  }

  /** One step of xorshift64*. */
  private static long mix(long number) {
    long mixed = number;
    mixed ^= mixed >>> 12;
    mixed ^= mixed << 25;
    mixed ^= mixed >>> 27;
    return mixed * FACTOR;
  }

  @Override
  int ownerIndex(long hash) {
    int best = 0;
    long highest = mix(hash ^ hashOfNode[0]);
    for (int i = 1; i < hashOfNode.length; i++) {
      long score = mix(hash ^ hashOfNode[i]);
      if (Long.compareUnsigned(score, highest) > 0) {
        highest = score;
        best = i;
      }
    }
    return best;
  }

  @Override
  int firstIndex(long hash, Candidates candidates) {
    int best = -1;
    long highest = 0;
    for (int i = 0; i < hashOfNode.length; i++) {
      long score = mix(hash ^ hashOfNode[i]);
      if (candidates.allows(i) && (best < 0 || Long.compareUnsigned(score, highest) > 0)) {
        highest = score;
        best = i;
      }
    }
    return best;
  }
}
