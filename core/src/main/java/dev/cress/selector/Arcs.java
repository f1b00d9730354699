package dev.cress.selector;

import java.util.Arrays;

/**
 * Steps by the order of hashes, as on a ring or in a table indexed by the top bits.
 *
 * @param ends where each arc ends, as a fraction of all hashes, ascending; the last is 1
 * @param owners the owner of each arc
 * @param order which bits of a hash are flipped before hashes are compared; 0 for the plain order
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, and a million arcs are no list
record Arcs(double[] ends, int[] owners, long order) implements Steps {

  /** Returns which fraction of all 64-bit hashes comes before this one, to the last bit but one. */
  static double fraction(long hash) {
    return (hash >>> 11) * 0x1p-53;
  }

  @Override
  public boolean addTo(Flows flows, Steps after, int hashBits) {
    if (after instanceof Arcs arcs) {
      return addOverlaps(flows, arcs);
    }
    return Steps.addProduct(flows, this, after, hashBits);
  }

  /** Walks both in one pass: each overlap of two arcs is one flow. */
  private boolean addOverlaps(Flows flows, Arcs after) {
    if (order != after.order) {
      return false;
    }
    double start = 0;
    int there = 0;
    for (int here = 0; here < ends.length; here++) {
      while (after.ends[there] < ends[here]) {
        flows.add(owners[here], after.owners[there], after.ends[there] - start);
        start = after.ends[there];
        there++;
      }
      flows.add(owners[here], after.owners[there], ends[here] - start);
      start = ends[here];
    }
    return true;
  }

  @Override
  public int count() {
    return owners.length;
  }

  @Override
  public double[] shares() {
    double[] shares = new double[Arrays.stream(owners).max().orElse(0) + 1];
    double start = 0;
    for (int arc = 0; arc < ends.length; arc++) {
      shares[owners[arc]] += ends[arc] - start;
      start = ends[arc];
    }
    return shares;
  }
}
