package dev.cress.selector;

import dev.cress.hash.HashFunction;
import java.util.Map;
import java.util.Objects;

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
   * Returns {@link #rendezvousTable(int)} with 2^16 slots.
   *
   * @return the selector {@code rendezvous-table-1(slots=65536)}
   */
  public static Selector rendezvousTable() {
    return new RendezvousTableSelector(RendezvousTableSelector.DEFAULT_LOG2_SLOTS);
  }

  /**
   * Returns a table that {@link #rendezvous} fills: the top bits of a key's hash are the number of
   * its slot, and weighted rendezvous of that number gives the slot's owner and its replicas. For
   * more than some 16 nodes, or different weights on a hot path. It places keys otherwise than
   * {@link #rendezvous} does, and otherwise for each number of slots.
   *
   * <p>Cost: O(1), one load from the table. Space: two bytes for each slot. Building takes one
   * rendezvous for each slot, O(S·N) for S slots and N nodes. Replica set of n nodes: O(N·n).
   * Balance: true to the weights, limited by the number of slots; the share of a node that is due m
   * slots varies by about 1/√m. Key movement: the minimum for these slots. A node that joins or
   * gains weight takes keys and no other key moves; of a node that leaves or loses weight, only its
   * own keys move. At most 65,536 nodes, and no more nodes than slots; a node far lighter than one
   * slot's share may own nothing.
   *
   * <p>Papers: as {@link #rendezvous}.
   *
   * @param log2Slots the number of slots is two to this power: from 10 to 24; 16 is the default, 20
   *     balances better for 2 MiB
   * @return the selector {@code rendezvous-table-1(slots=…)}; placing more nodes than it can hold
   *     is refused
   * @throws IllegalArgumentException if the number is out of range
   */
  public static Selector rendezvousTable(int log2Slots) {
    return new RendezvousTableSelector(log2Slots);
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
   * they fell together. Space: 12 bytes for each point, and a table of at most 4 MiB. Building
   * takes O(P). Replica set: O(P) at worst. Balance with 512 points: the fullest of 10 nodes of
   * weight 1 holds about 1.07 times its share. Key movement: the minimum for these points. A node
   * that joins or gains weight takes keys and no other key moves; of a node that leaves or loses
   * weight, only its own keys move.
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
   * Returns {@link #maglev(int)} with 65,537 slots.
   *
   * @return the selector {@code maglev-1(slots=65537)}
   */
  public static Selector maglev() {
    return new MaglevSelector(MaglevSelector.DEFAULT_SLOTS);
  }

  /**
   * Returns Maglev hashing: the nodes take turns to claim slots of a table, each in an order of its
   * own that comes from its name. For the most even shares, where some excess moves do no harm.
   *
   * <p>Turns go by rounds, in the order of names; a node of half the greatest weight has a turn in
   * every second round. Any weight is honoured, and every node has at least one slot. Replicas are
   * the next other nodes in the table, from the key's slot on; when a node leaves, its keys go to
   * any of the others, not to their second node.
   *
   * <p>Cost: O(1), one remainder and one load from the table. Space: two bytes for each slot.
   * Building takes O(S log S) on average for S slots, O(S·N) at worst for N nodes. Replica set:
   * O(S) at worst. Balance: nodes of one weight differ by one slot at most. Key movement: more than
   * the minimum, since a node that joins or leaves also shifts some slots of the others. At most
   * 65,536 nodes, and no more nodes than slots.
   *
   * <p>D. E. Eisenbud et al., "Maglev: A Fast and Reliable Software Network Load Balancer", NSDI
   * 2016, <a
   * href="https://www.usenix.org/conference/nsdi16/technical-sessions/presentation/eisenbud">section
   * 3.4</a>.
   *
   * @param slots the number of slots, a prime from 101 to 5,000,011; at least a hundred for each
   *     node is advised
   * @return the selector {@code maglev-1(slots=…)}; placing more nodes than it can hold is refused
   * @throws IllegalArgumentException if the number is out of range or no prime
   */
  public static Selector maglev(int slots) {
    return new MaglevSelector(slots);
  }

  /**
   * Returns jump consistent hashing: the owner's number, in the order of names from 0, is what
   * Guava's {@code Hashing.consistentHash} gives for the hash of the key. For numbered nodes that
   * only grow or shrink at the end.
   *
   * <p>Cost: O(log N) for N nodes; no space. Replicas: the hash of the key is hashed on, and each
   * hash gives another node; a replica set of n nodes costs O(n log N) while n is well below N, and
   * up to O(N² log² N) for all of them. Balance: even. Weights must be equal; different ones are
   * refused when nodes are placed. Key movement: the minimum only when a node joins or leaves <b>at
   * the end of the order of names</b>; in the middle it renumbers the nodes after it and moves many
   * more keys. Names are ordered as text: prefer {@code cache-007} to {@code cache-7}.
   *
   * <p>J. Lamping, E. Veach, "A Fast, Minimal Memory, Consistent Hash Algorithm", 2014, <a
   * href="https://arxiv.org/abs/1406.2294">arXiv:1406.2294</a>.
   *
   * @return the selector {@code jump-1}
   */
  public static Selector jump() {
    return new JumpSelector(Jump.JUMP);
  }

  /**
   * Returns JumpBackHash, which does what {@link #jump} does in constant time, with other owners.
   *
   * <p>Cost: O(1) on average and for any number of nodes; no space. Replicas, balance, weights and
   * key movement: as {@link #jump}.
   *
   * <p>O. Ertl, "JumpBackHash: Say Goodbye to the Modulo Operation to Distribute Keys Uniformly to
   * Buckets", 2024, <a href="https://arxiv.org/abs/2403.18682">arXiv:2403.18682</a>.
   *
   * @return the selector {@code jump-back-1}
   */
  public static Selector jumpBack() {
    return new JumpSelector(Jump.JUMP_BACK);
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

  /**
   * Returns a selector that hashes keys by another function and is the same in all else. Names of
   * nodes are still hashed by XXH3, so points, slots and weights stay as they are, while almost
   * every key has another owner. For example, {@link dev.cress.hash.HashFunctions#sipHash24} with a
   * secret keeps those who choose the keys from choosing an owner.
   *
   * @param selector one of this class
   * @param keyHash a function of 64 bits, all of them usable
   * @return the selector with the function's id in its own, such as {@code
   *     rendezvous-1(keyHash=…)}; with XXH3 it is the selector itself
   * @throws IllegalArgumentException if the function is not of 64 bits or the selector not one of
   *     this class
   */
  public static Selector withKeyHash(Selector selector, HashFunction keyHash) {
    Objects.requireNonNull(selector, "selector");
    Objects.requireNonNull(keyHash, "keyHash");
    return KeyHashSelector.of(selector, keyHash);
  }

  /**
   * Returns a selector that keeps each key where another client keeps it, such as {@code
   * jedis-sharding-murmur}; {@link Presets#names} lists them, and the page on presets in the user
   * guide says what each needs to know.
   *
   * @param name the name of a preset
   * @return the preset; where the order of nodes in the client's configuration matters, go on with
   *     {@link Preset#order}
   * @throws IllegalArgumentException if there is no preset of this name, or if it is unsafe, see
   *     {@link Presets#unsafe}
   */
  public static Preset preset(String name) {
    return PresetNames.find(name);
  }

  /**
   * Returns {@link #preset(String)} for a client with options that are not part of the name, such
   * as {@code hash_tag} for {@code twemproxy-ketama-md5}. They are texts, for the command line and
   * for files; {@link Presets} and {@link Preset#toBuilder} have the same for code.
   *
   * @param name the name of a preset
   * @param options values by name; {@link Presets#options} lists those of a preset, and the page on
   *     presets in the user guide says what each takes
   * @return the preset
   * @throws IllegalArgumentException if there is no preset of this name, if it has no such option,
   *     or if it is unsafe and {@code unsafe} is not {@code true}; the message names what there is
   */
  public static Preset preset(String name, Map<String, String> options) {
    return PresetOptions.preset(name, options);
  }
}
