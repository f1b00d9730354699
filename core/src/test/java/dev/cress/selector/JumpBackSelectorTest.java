package dev.cress.selector;

import static org.assertj.core.api.Assertions.assertThat;

import com.dynatrace.hash4j.consistent.ConsistentHashing;
import com.dynatrace.hash4j.random.PseudoRandomGeneratorProvider;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class JumpBackSelectorTest extends JumpContract {

  @Override
  Selector selector() {
    return Selectors.jumpBack();
  }

  /** The library has two versions: one with a generator of its own for each thread, one without. */
  @Test
  void agreesWithTheVersionThatTakesAGenerator() {
    var hasher = ConsistentHashing.jumpBackHash(PseudoRandomGeneratorProvider.splitMix64_V1());
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < 100_000; i++) {
      long hash = random.nextLong();
      int nodes = random.nextInt(1, 1 << random.nextInt(1, 31));

      assertThat(Jump.JUMP_BACK.number(hash, nodes))
          .as("hash %x, %d nodes, %s", hash, nodes, seed())
          .isEqualTo(hasher.getBucket(hash, nodes));
    }
  }

  /** A hasher with state would mix up the keys of several threads. */
  @Test
  void threadsDoNotDisturbEachOther() {
    Placement placement = selector().place(equalNodes(1_000));
    int[] owners = owners(placement);

    boolean same =
        IntStream.range(0, 16)
            .parallel()
            .mapToObj(i -> owners(placement))
            .allMatch(other -> Arrays.equals(other, owners));

    assertThat(same).as(seed()).isTrue();
  }
}
