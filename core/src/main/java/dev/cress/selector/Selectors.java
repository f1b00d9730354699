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
}
