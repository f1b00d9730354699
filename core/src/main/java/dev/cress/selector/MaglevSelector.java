package dev.cress.selector;

import dev.cress.hash.HashFunction;
import dev.cress.hash.KeyTag;
import dev.cress.node.NodeSet;

/**
 * Maglev hashing; see {@link Selectors#maglev(int)}.
 *
 * @param slots the number of slots, a prime
 */
record MaglevSelector(int slots) implements HashedSelector {

  static final int DEFAULT_SLOTS = 65_537;
  static final int MIN_SLOTS = 101;
  static final int MAX_SLOTS = 5_000_011;

  MaglevSelector {
    if (slots < MIN_SLOTS || slots > MAX_SLOTS || !isPrime(slots)) {
      throw new IllegalArgumentException(
          "slots must be a prime between %d and %d but was %d"
              .formatted(MIN_SLOTS, MAX_SLOTS, slots));
    }
  }

  private static boolean isPrime(int number) {
    for (int divisor = 2; divisor * divisor <= number; divisor++) {
      if (number % divisor == 0) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String id() {
    return "maglev-1(slots=" + slots + ")";
  }

  @Override
  public Placement place(Selector named, NodeSet nodes, HashFunction keyHash, KeyTag keyTag) {
    NodePlacement.requireNodes(named, nodes);
    SlotTable.requireSlots(named, nodes, slots);
    long fingerprint = Fingerprint.of(named.id(), keyTag, nodes);
    SlotTable table = SlotTable.byRemainder(MaglevTable.fill(nodes, slots));
    return new SlotPlacement(named, nodes, keyHash, keyTag, fingerprint, table);
  }

  @Override
  public String toString() {
    return id();
  }
}
