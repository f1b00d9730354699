package dev.cress.selector;

import com.dynatrace.hash4j.consistent.ConsistentBucketHasher;
import com.dynatrace.hash4j.consistent.ConsistentHashing;

/** The functions from a hash and the number of nodes to the number of a node. */
enum Jump {

  /*
   * Jumps from number to number until one is out of range. This is the arithmetic of Guava's
   * consistentHash, which rounds once where the paper's code rounds twice, and which ends the walk
   * at the one draw in 2^31 that overflows an int; clients on Guava agree on every hash.
   */
  JUMP("jump-1") {
    @Override
    int number(long hash, int nodes) {
      long state = hash;
      int number = 0;
      while (true) {
        state = state * LCG_MULTIPLIER + 1;
        double draw = ((int) (state >>> LCG_UNUSED_BITS) + 1) * DRAW_UNIT;
        int next = (int) ((number + 1) / draw);
        if (next < 0 || next >= nodes) {
          return number;
        }
        number = next;
      }
    }
  },

  /*
   * The variant on SplitMix64 has no state of its own. The one that takes a generator, and the
   * library's hasher of sets, hold mutable state: not for look-ups.
   */
  JUMP_BACK("jump-back-1") {
    @Override
    int number(long hash, int nodes) {
      return JUMP_BACK_HASH.getBucket(hash, nodes);
    }
  };

  private static final long LCG_MULTIPLIER = 2_862_933_555_777_941_757L;
  private static final int LCG_UNUSED_BITS = 33;
  private static final double DRAW_UNIT = 0x1p-31;
  private static final ConsistentBucketHasher JUMP_BACK_HASH =
      ConsistentHashing.jumpBackHashSplitMix64();

  private final String id;

  Jump(String id) {
    this.id = id;
  }

  String id() {
    return id;
  }

  /** Returns a number from 0 to {@code nodes - 1}. Thread-safe; allocates nothing. */
  abstract int number(long hash, int nodes);
}
