package dev.cress.selector;

import dev.cress.hash.HashFunction;
import dev.cress.hash.KeyTag;
import dev.cress.node.NodeSet;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Rendezvous with different weights: one logarithm for each weight, not for each node. */
final class WeightedRendezvousPlacement extends HashedPlacement {

  /*
   * Nodes of one weight form a group. Within a group the highest draw has the lowest cost, so only
   * one node of each group needs its cost computed, and only if a bound without logarithm does not
   * already rule it out. The heaviest group comes first: it often wins and rules out the others.
   * Groups are not in the order of names, so a tie between two groups is settled by index.
   */
  private final int[] indices;
  private final long[] seeds;
  private final double[] groupWeights;
  private final int[] groupEnds;

  WeightedRendezvousPlacement(
      Selector selector, NodeSet nodes, HashFunction keyHash, KeyTag keyTag, long[] seedsByName) {
    super(selector, nodes, keyHash, keyTag);
    Comparator<Integer> heaviestFirst =
        Comparator.comparingDouble((Integer i) -> nodes.get(i).weight()).reversed();
    indices =
        IntStream.range(0, nodes.size()).boxed().sorted(heaviestFirst).mapToInt(i -> i).toArray();
    seeds = IntStream.of(indices).mapToLong(i -> seedsByName[i]).toArray();
    groupWeights =
        IntStream.of(indices).mapToDouble(i -> nodes.get(i).weight()).distinct().toArray();
    groupEnds = new int[groupWeights.length];
    int end = 0;
    for (int group = 0; group < groupEnds.length; group++) {
      while (end < indices.length && nodes.get(indices[end]).weight() == groupWeights[group]) {
        end++;
      }
      groupEnds[group] = end;
    }
  }

  @Override
  int ownerIndex(long hash) {
    int best = Integer.MAX_VALUE;
    double lowest = Double.POSITIVE_INFINITY;
    int begin = 0;
    for (int group = 0; group < groupEnds.length; group++) {
      int slot = highestDraw(hash, begin, groupEnds[group]);
      begin = groupEnds[group];
      long draw = Rendezvous.draw(hash, seeds[slot]);
      if (Rendezvous.costAtLeast(draw, groupWeights[group]) > lowest) {
        continue;
      }
      double cost = Rendezvous.cost(draw, groupWeights[group]);
      if (cost < lowest || (cost == lowest && indices[slot] < best)) {
        lowest = cost;
        best = indices[slot];
      }
    }
    return best;
  }

  private int highestDraw(long hash, int begin, int end) {
    int best = begin;
    long highest = Rendezvous.draw(hash, seeds[begin]);
    for (int slot = begin + 1; slot < end; slot++) {
      long draw = Rendezvous.draw(hash, seeds[slot]);
      if (draw > highest) {
        highest = draw;
        best = slot;
      }
    }
    return best;
  }

  @Override
  int firstIndex(long hash, Candidates candidates) {
    int best = -1;
    double lowest = Double.POSITIVE_INFINITY;
    for (int slot = 0; slot < seeds.length; slot++) {
      int index = indices[slot];
      if (candidates.allows(index)) {
        double cost =
            Rendezvous.cost(Rendezvous.draw(hash, seeds[slot]), nodes().get(index).weight());
        if (best < 0 || cost < lowest || (cost == lowest && index < best)) {
          lowest = cost;
          best = index;
        }
      }
    }
    return best;
  }
}
