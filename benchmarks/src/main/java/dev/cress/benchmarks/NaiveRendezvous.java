package dev.cress.benchmarks;

import dev.cress.hash.KeyHash;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import java.nio.charset.StandardCharsets;

/** Weighted rendezvous as the formula says it: a logarithm for each node. */
final class NaiveRendezvous implements LookUp {

  private final byte[][] keys = SelectorKeys.bytes();
  private final long[] seeds;
  private final double[] weights;

  NaiveRendezvous(NodeSet nodes) {
    seeds =
        nodes.nodes().stream()
            .mapToLong(node -> KeyHash.of(node.name().getBytes(StandardCharsets.UTF_8)))
            .toArray();
    weights = nodes.nodes().stream().mapToDouble(Node::weight).toArray();
  }

  @Override
  public int owner(int key) {
    long hash = KeyHash.of(keys[key]);
    int best = 0;
    double highest = -1;
    for (int i = 0; i < seeds.length; i++) {
      double score = -weights[i] / StrictMath.log(uniform(hash ^ seeds[i]));
      if (score > highest) {
        highest = score;
        best = i;
      }
    }
    return best;
  }

  private static double uniform(long bits) {
    long m = bits * 0xbf58476d1ce4e5b9L;
    m = (m ^ m >>> 32) * 0x94d049bb133111ebL;
    return ((m >>> 12) + 0.5) * 0x1p-52;
  }
}
