package dev.cress.selector;

/**
 * The owner as a function of a key's hash, where that function has few steps: the share of hashes
 * between two owners is then counted, not sampled. Immutable.
 */
sealed interface Steps permits Arcs, Residues {

  /** The most that a counted share may be off, by the rounding of a hash's range to its steps. */
  double MOST_ERROR = 1e-6;

  /**
   * Adds the share of all hashes between each owner here and each owner there. Exact up to {@link
   * #MOST_ERROR} in all.
   *
   * @param flows takes shares that sum to 1
   * @param after the owners after the change, for the same hash
   * @param hashBits how wide that hash is
   * @return whether it was possible; if not, nothing was added
   */
  boolean addTo(Flows flows, Steps after, int hashBits);

  /** Returns how many steps there are. */
  int count();

  /** Returns the share of all hashes of each owner, by index. */
  double[] shares();

  /**
   * Adds the flows between arcs and remainders: within an arc all remainders are equally frequent,
   * as an arc holds far more hashes than there are remainders.
   *
   * @return whether that is so
   */
  static boolean addProduct(Flows flows, Steps before, Steps after, int hashBits) {
    if (!isFine((double) before.count() * after.count(), hashBits)) {
      return false;
    }
    double[] shares = before.shares();
    double[] sharesAfter = after.shares();
    for (int here = 0; here < shares.length; here++) {
      for (int there = 0; there < sharesAfter.length; there++) {
        flows.add(here, there, shares[here] * sharesAfter[there]);
      }
    }
    return true;
  }

  /** Tells whether one hash too many or too few in each of so many steps counts for nothing. */
  static boolean isFine(double steps, int hashBits) {
    return steps <= MOST_ERROR * Math.pow(2, hashBits);
  }
}
