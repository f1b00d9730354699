package dev.cress.redis.internal.near;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.hash.HashTag;
import dev.cress.node.NodeSet;
import dev.cress.selector.Placement;
import dev.cress.selector.Selectors;
import dev.cress.topology.Change;
import dev.cress.topology.Topology;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Whose word counts for a key in each phase of a change. */
class OwnerFeedsTest {

  private static final Placement BEFORE =
      Selectors.rendezvous().place(NodeSet.parse("a=h:1, b=h:2"), HashTag.REDIS);
  private static final Placement AFTER =
      Selectors.rendezvous().place(NodeSet.parse("a=h:1, b=h:2, c=h:3"), HashTag.REDIS);
  private static final Change CHANGE = new Change(2, BEFORE, AFTER, Map.of());
  private static final byte[] MOVES = key(true);
  private static final byte[] STAYS = key(false);

  private static byte[] key(boolean moves) {
    return IntStream.iterate(0, i -> i + 1)
        .mapToObj(i -> ("key" + i).getBytes(UTF_8))
        .filter(key -> CHANGE.moves(key) == moves)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void beforeTheHoldItIsTheOwner() {
    Topology stable = new Topology.Stable(1, BEFORE, HashTag.REDIS);
    Topology preparing = new Topology.Preparing(CHANGE, 1, HashTag.REDIS);

    assertThat(OwnerFeeds.owner(stable, MOVES)).isEqualTo(BEFORE.owner(MOVES));
    assertThat(OwnerFeeds.owner(preparing, MOVES)).isEqualTo(BEFORE.owner(MOVES));
  }

  /** Another client may be in the window already, and write the key at its new owner. */
  @Test
  void inTheHoldItIsNobodyForAKeyThatMoves() {
    Topology holding = new Topology.Holding(CHANGE, 1, HashTag.REDIS);

    assertThat(OwnerFeeds.owner(holding, MOVES)).isNull();
    assertThat(OwnerFeeds.owner(holding, STAYS)).isEqualTo(BEFORE.owner(STAYS));
  }

  @Test
  void inTheWindowItIsTheNewOwner() {
    Topology migrating = new Topology.Migrating(CHANGE, Map.of(), HashTag.REDIS);

    assertThat(OwnerFeeds.owner(migrating, MOVES)).isEqualTo(AFTER.owner(MOVES));
    assertThat(OwnerFeeds.owner(migrating, STAYS)).isEqualTo(AFTER.owner(STAYS));
  }
}
