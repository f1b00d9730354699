package dev.cress.selector;

import dev.cress.node.Node;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.SplittableRandom;
import java.util.function.Function;

/** Measures what moves between two placements: counts it where it can, else takes a sample. */
final class PlanMeasure {

  static final int SAMPLE = 1 << 20;

  /* So few hashes are all counted, as fast as a sample. */
  private static final int FEW_BITS = 20;
  private static final long SEED = 0x63726573735f3031L;

  private PlanMeasure() {}

  static MigrationPlan between(Placement before, Placement after, Function<Node, String> server) {
    Flows flows = new Flows(before.nodes(), after.nodes(), server);
    if (before instanceof HashedPlacement b
        && after instanceof HashedPlacement a
        && b.hashesLike(a)) {
      Steps steps = b.steps();
      Steps stepsAfter = a.steps();
      if (steps != null && stepsAfter != null && steps.addTo(flows, stepsAfter, b.hashBits())) {
        return flows.exactly();
      }
      if (b.hashBits() <= FEW_BITS) {
        countHashes(flows, b, a);
        return flows.exactly();
      }
      sampleHashes(flows, b, a);
    } else {
      sampleKeys(flows, before, after);
    }
    boolean same = before.fingerprint() == after.fingerprint() && flows.sameServers();
    return same ? flows.unmoved() : flows.estimate();
  }

  private static void countHashes(Flows flows, HashedPlacement before, HashedPlacement after) {
    for (long hash = 0; hash < 1L << before.hashBits(); hash++) {
      flows.add(before.ownerIndex(hash), after.ownerIndex(hash), 1);
    }
  }

  private static void sampleHashes(Flows flows, HashedPlacement before, HashedPlacement after) {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < SAMPLE; i++) {
      long hash = random.nextLong() >>> (Long.SIZE - before.hashBits());
      flows.add(before.ownerIndex(hash), after.ownerIndex(hash), 1);
    }
  }

  /** Keys of 16 hexadecimal digits, in which no rule finds a hash tag. */
  private static void sampleKeys(Flows flows, Placement before, Placement after) {
    SplittableRandom random = new SplittableRandom(SEED);
    HexFormat hex = HexFormat.of();
    for (int i = 0; i < SAMPLE; i++) {
      byte[] key = hex.toHexDigits(random.nextLong()).getBytes(StandardCharsets.US_ASCII);
      flows.add(before.ownerIndex(key, 0, key.length), after.ownerIndex(key, 0, key.length), 1);
    }
  }
}
