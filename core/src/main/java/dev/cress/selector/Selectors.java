package dev.cress.selector;

/** The selectors that Cress offers. */
public final class Selectors {

  private Selectors() {}

  /**
   * Returns weighted rendezvous hashing: every node draws a score for the key, the highest owns it.
   * The default choice.
   *
   * <p>Cost: O(N) for N nodes, about 10 ns up to 10 nodes and 100 ns for 100; O(N) space. Replica
   * set of n nodes: O(N·n). Balance: true to the weights, limited only by the number of keys. Key
   * movement: the minimum, exactly. A node that joins or gains weight takes its share and no other
   * key moves; of a node that leaves or loses weight, only its own keys move.
   *
   * <p>D. G. Thaler, C. V. Ravishankar, "Using Name-Based Mappings to Increase Hit Rates", IEEE/ACM
   * Transactions on Networking 6(1), 1998, <a
   * href="https://doi.org/10.1109/90.663936">doi:10.1109/90.663936</a>; weights after C.
   * Schindelhauer, G. Schomaker, "Weighted Distributed Hash Tables", SPAA 2005, <a
   * href="https://doi.org/10.1145/1073970.1074008">doi:10.1145/1073970.1074008</a>.
   *
   * @return the selector {@code rendezvous-1}
   */
  public static Selector rendezvous() {
    return new RendezvousSelector();
  }

  /**
   * Returns {@link #ring(int)} with 512 points for a node of weight 1.
   *
   * @return the selector {@code ring-1(pointsPerWeight=512)}
   */
  public static Selector ring() {
    return new RingSelector(RingSelector.DEFAULT_POINTS_PER_WEIGHT);
  }

  /**
   * Returns consistent hashing on a ring of 64-bit points: the first point at or after a key's hash
   * names the owner. For thousands of nodes, where rendezvous would be too slow.
   *
   * <p>A node has {@code ceil(pointsPerWeight * weight)} points, at least one, from its name and
   * weight alone. A point claimed by two nodes belongs to the one whose name comes first.
   *
   * <p>Cost: O(1) on average, below 10 ns up to 100 nodes; O(P) at worst for P points in all, if
   * they fell together. Space: 12 bytes for each point and 4 to 8 for the table of buckets.
   * Building takes O(P). Replica set: O(P) at worst. Balance with 512 points: the fullest of 10
   * nodes of weight 1 holds about 1.07 times its share. Key movement: the minimum for these points.
   * A node that joins or gains weight takes keys and no other key moves; of a node that leaves or
   * loses weight, only its own keys move.
   *
   * <p>D. Karger et al., "Consistent Hashing and Random Trees", STOC 1997, <a
   * href="https://doi.org/10.1145/258533.258660">doi:10.1145/258533.258660</a>.
   *
   * @param pointsPerWeight points of a node of weight 1, from 1 to 65,536. More points give a
   *     better balance for more memory
   * @return the selector {@code ring-1(pointsPerWeight=…)}; placing more than 2^24 points is
   *     refused
   * @throws IllegalArgumentException if the number is out of range
   */
  public static Selector ring(int pointsPerWeight) {
    return new RingSelector(pointsPerWeight);
  }

  /**
   * Returns the hash of the key modulo the number of nodes, counted in the order of their names. A
   * baseline to compare with: prefer {@link #rendezvous} for anything that is to grow.
   *
   * <p>Cost: O(1), about 5 ns; O(1) space. Replica set of n nodes: the next in the order of names.
   * Balance: even. Weights must be equal; different ones are refused when nodes are placed. Key
   * movement: almost every key moves when a node joins or leaves, N/(N+1) of them when the set
   * grows from N to N+1. D. E. Knuth, "The Art of Computer Programming", volume 3, section 6.4.
   *
   * @return the selector {@code modulo-1}
   */
  public static Selector modulo() {
    return new ModuloSelector();
  }
}
