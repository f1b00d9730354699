package dev.cress.history;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * A place that the search has reached. Immutable: the bit sets are never modified.
 *
 * <p>The order is the order of trying. The furthest place comes first, but each unknown operation
 * used since the deadline before sets it back by a few deadlines: an explanation that needs many of
 * them at once is rarer than a wrong turn a little earlier. Among equals, the one that took the
 * fewest liberties comes first.
 *
 * @param spot where it is
 * @param used the unknown operations used to reach it
 * @param chain how many of them since the deadline before
 * @param effort how many operations it took early or used
 * @param dueTried whether the due operation was tried alone
 */
record Place(Spot spot, BitSet used, int chain, int effort, boolean dueTried)
    implements Comparable<Place> {
  private static final int CHAIN_COST = 8;

  /** The next deadline, the value, and the slots of the operations that took effect early. */
  record Spot(int deadline, @Nullable String value, BitSet early) {}

  static Place untried(Spot spot, BitSet used, int chain) {
    return new Place(spot, used, chain, spot.early.cardinality() + used.cardinality(), false);
  }

  Place withDueTried() {
    return new Place(spot, used, chain, effort, true);
  }

  @Override
  public int compareTo(Place other) {
    int order = Integer.compare(other.rank(), rank());
    if (order == 0) {
      order = Integer.compare(effort, other.effort);
    }
    return order != 0 ? order : Boolean.compare(dueTried, other.dueTried);
  }

  private int rank() {
    return spot.deadline - CHAIN_COST * chain;
  }
}
