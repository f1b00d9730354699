package dev.cress.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.cress.hash.HashFunctions;
import dev.cress.hash.HashTag;
import dev.cress.node.NodeSet;
import java.util.List;
import org.junit.jupiter.api.Test;

final class KeyHashSelectorTest extends ConsistentSelectorContract {

  private static final List<Selector> ALL =
      List.of(
          Selectors.rendezvous(),
          Selectors.rendezvousTable(),
          Selectors.ring(),
          Selectors.maglev(),
          Selectors.jump(),
          Selectors.jumpBack(),
          Selectors.modulo());

  @Override
  Selector selector() {
    return Selectors.withKeyHash(Selectors.rendezvous(), HashFunctions.xxh64());
  }

  /** As rendezvous with its own function. */
  @Override
  double balanceTolerance() {
    return 0.06;
  }

  @Test
  void theFunctionIsPartOfTheId() {
    assertThat(ALL)
        .extracting(selector -> Selectors.withKeyHash(selector, HashFunctions.xxh64()).id())
        .containsExactly(
            "rendezvous-1(keyHash=xxh64)",
            "rendezvous-table-1(slots=65536,keyHash=xxh64)",
            "ring-1(pointsPerWeight=512,keyHash=xxh64)",
            "maglev-1(slots=65537,keyHash=xxh64)",
            "jump-1(keyHash=xxh64)",
            "jump-back-1(keyHash=xxh64)",
            "modulo-1(keyHash=xxh64)");
  }

  @Test
  void theDefaultFunctionChangesNothing() {
    for (Selector selector : ALL) {
      Selector other = Selectors.withKeyHash(selector, HashFunctions.xxh64());

      assertThat(Selectors.withKeyHash(selector, HashFunctions.xxh3())).isEqualTo(selector);
      assertThat(Selectors.withKeyHash(other, HashFunctions.xxh3())).isEqualTo(selector);
      assertThat(Selectors.withKeyHash(other, HashFunctions.xxh64())).isEqualTo(other);
      assertThat(other).isNotEqualTo(selector);
      assertThat(other.place(equalNodes(3)).fingerprint())
          .isNotEqualTo(selector.place(equalNodes(3)).fingerprint());
      assertThat(other.place(equalNodes(3)).selector()).isEqualTo(other);
    }
  }

  /** Unrelated hashes agree on a tenth of the owners; the tolerance is five standard deviations. */
  @Test
  void keysAreHashedByTheFunction() {
    for (Selector selector : ALL) {
      Placement before = selector.place(equalNodes(10));
      Placement after =
          Selectors.withKeyHash(selector, HashFunctions.xxh64()).place(equalNodes(10));
      int[] old = owners(before);
      int[] now = owners(after);
      int same = 0;
      for (int i = 0; i < KEYS; i++) {
        same += old[i] == now[i] ? 1 : 0;
      }

      assertThat((double) same / KEYS).as("%s, %s", selector, seed()).isCloseTo(0.1, within(0.006));
    }
  }

  /** A key whose other hash is given has the owner that the algorithm gives for that hash. */
  @Test
  void namesAreStillHashedByTheDefault() {
    for (Selector selector : ALL) {
      NodeSet nodes = equalNodes(10);
      Placement placement =
          Selectors.withKeyHash(selector, HashFunctions.xxh64()).place(nodes, HashTag.NONE);
      HashedPlacement plain = (HashedPlacement) selector.place(nodes, HashTag.NONE);

      for (byte[] key : keys(SEED, 1_000)) {
        long hash = HashFunctions.xxh64().of(key, 0, key.length);
        assertThat(placement.ownerIndex(key, 0, key.length))
            .as("%s, %s", selector, seed())
            .isEqualTo(plain.ownerIndex(hash));
      }
    }
  }

  @Test
  void refusesWhatIsNoKeyHash() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Selectors.withKeyHash(Selectors.ring(), HashFunctions.murmur3()))
        .withMessage("keyHash must have 64 bits but murmur3-32 has 32");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Selectors.withKeyHash(new Foreign(), HashFunctions.xxh64()))
        .withMessage("selector must be one of Cress' own algorithms but was foreign");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                Selectors.withKeyHash(Selectors.jump(), HashFunctions.xxh64())
                    .place(NodeSet.parse("a=h:1, b=h:2;weight=2")))
        .withMessage("weights must be equal for jump-1(keyHash=xxh64) but were 1.0 and 2.0");
  }

  private record Foreign() implements Selector {

    @Override
    public String id() {
      return "foreign";
    }

    @Override
    public Placement place(NodeSet nodes, HashTag hashTag) {
      throw new UnsupportedOperationException("places nothing");
    }
  }
}
