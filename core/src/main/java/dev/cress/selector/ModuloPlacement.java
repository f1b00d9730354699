package dev.cress.selector;

import dev.cress.hash.HashFunction;
import dev.cress.hash.KeyTag;
import dev.cress.node.NodeSet;
import java.util.stream.IntStream;

/** The node at the place {@code hash mod N} in the order of names; replicas come after it. */
final class ModuloPlacement extends HashedPlacement {

  private final int size;

  ModuloPlacement(Selector selector, NodeSet nodes, HashFunction keyHash, KeyTag keyTag) {
    super(selector, nodes, keyHash, keyTag);
    this.size = nodes.size();
  }

  @Override
  int ownerIndex(long hash) {
    return (int) Long.remainderUnsigned(hash, size);
  }

  @Override
  int firstIndex(long hash, Candidates candidates) {
    int index = ownerIndex(hash);
    for (int step = 0; step < size; step++) {
      if (candidates.allows(index)) {
        return index;
      }
      index = index + 1 < size ? index + 1 : 0;
    }
    return -1;
  }

  @Override
  Steps steps() {
    return new Residues(IntStream.range(0, size).toArray());
  }
}
