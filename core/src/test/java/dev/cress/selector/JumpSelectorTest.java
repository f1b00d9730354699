package dev.cress.selector;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.hash.Hashing;
import dev.cress.hash.HashTag;
import dev.cress.hash.KeyHash;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class JumpSelectorTest extends JumpContract {

  /** The hash after which the generator's state is all ones, so that the draw overflows. */
  private static final long OVERFLOWS = -2 * inverse(2_862_933_555_777_941_757L);

  @Override
  Selector selector() {
    return Selectors.jump();
  }

  @Test
  void agreesWithGuava() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < 1_000_000; i++) {
      long hash = random.nextLong();
      int nodes = random.nextInt(1, 1 << random.nextInt(1, 31));
      if (Jump.JUMP.number(hash, nodes) != Hashing.consistentHash(hash, nodes)) {
        assertThat(Jump.JUMP.number(hash, nodes))
            .as("hash %x, %d nodes, %s", hash, nodes, seed())
            .isEqualTo(Hashing.consistentHash(hash, nodes));
      }
    }
  }

  /** The paper's code would go on from node 0 to node 1 here. */
  @Test
  void agreesWithGuavaAtTheDrawThatOverflows() {
    for (int nodes : new int[] {1, 2, 3, 1_000, Integer.MAX_VALUE}) {
      assertThat(Jump.JUMP.number(OVERFLOWS, nodes))
          .isEqualTo(Hashing.consistentHash(OVERFLOWS, nodes))
          .isZero();
    }
  }

  @Test
  void ownersAreNumberedInTheOrderOfNames() {
    Placement placement = selector().place(equalNodes(10), HashTag.NONE);

    for (byte[] key : keys(SEED, 1_000)) {
      long hash = KeyHash.of(key);
      assertThat(placement.ownerIndex(key, 0, key.length))
          .as(seed())
          .isEqualTo(Hashing.consistentHash(hash, 10));
    }
  }

  /** Returns the inverse of an odd number modulo 2^64; each step doubles the correct bits. */
  private static long inverse(long odd) {
    long inverse = odd;
    for (int i = 0; i < 6; i++) {
      inverse *= 2 - odd * inverse;
    }
    return inverse;
  }
}
