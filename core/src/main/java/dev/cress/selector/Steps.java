package dev.cress.selector;

/**
 * The owner as a function of a key's 64-bit hash, where that function has few steps: the share of
 * hashes between two owners is then counted, not sampled. Immutable.
 */
sealed interface Steps permits Arcs, Residues {

  /**
   * Adds the share of all hashes between each owner here and each owner there. Exact up to the
   * rounding of doubles, less than 1e-8 in all.
   *
   * @param flows takes shares that sum to 1
   * @param after the owners after the change, for the same hash
   * @return whether it was possible; if not, nothing was added
   */
  boolean addTo(Flows flows, Steps after);

  /** Returns the share of all hashes of each owner, by index. */
  double[] shares();

  /**
   * Adds the flows between arcs and remainders: within an arc all remainders are equally frequent,
   * as an arc holds far more hashes than there are remainders.
   */
  static void addProduct(Flows flows, double[] before, double[] after) {
    for (int here = 0; here < before.length; here++) {
      for (int there = 0; there < after.length; there++) {
        flows.add(here, there, before[here] * after[there]);
      }
    }
  }
}
