package dev.cress.topology;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.hash.HashTag;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.selector.MigrationPlan;
import dev.cress.selector.Placement;
import dev.cress.selector.Selectors;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class TopologyTest {

  private static final Node A = Node.of("a", "10.0.0.1", 1);
  private static final Node B = Node.of("b", "10.0.0.2", 2);

  private final TopologyDocument first =
      TopologyDocument.initial(NodeSet.of(A), Selectors.rendezvous()).started(1);
  private final TopologyDocument proposed =
      first.propose(NodeSet.of(A, B), Selectors.rendezvous(), "client", Map.of());

  @Test
  void eachDocumentMakesItsOwnCaseAndTheVersionInForceGrowsWithTheWindow() {
    Topology stable = Topology.of(first, HashTag.REDIS);
    Topology preparing = stable.next(proposed);
    Topology holding = preparing.next(proposed.hold());
    Topology migrating = holding.next(proposed.hold().migrate(Map.of("a", "2:1:n")));
    Topology finished = migrating.next(proposed.hold().migrate(Map.of()).finish());

    assertThat(stable).isInstanceOf(Topology.Stable.class);
    assertThat(preparing).isInstanceOf(Topology.Preparing.class);
    assertThat(holding).isInstanceOf(Topology.Holding.class);
    assertThat(migrating).isInstanceOf(Topology.Migrating.class);
    assertThat(finished).isInstanceOf(Topology.Stable.class);
    assertThat(new long[] {preparing.version(), holding.version()}).containsOnly(1);
    assertThat(new long[] {migrating.version(), finished.version()}).containsOnly(2);
    assertThat(preparing.nodes()).containsExactly(A);
    assertThat(holding.nodes()).containsExactly(A);
    assertThat(migrating.nodes()).containsExactly(A, B);
    assertThat(finished.change()).isNull();
  }

  @Test
  void placementsAreCompiledOnce() {
    Topology stable = Topology.of(first, HashTag.REDIS);
    Topology holding = stable.next(proposed).next(proposed.hold());
    Placement after = holding.next(proposed.hold().migrate(Map.of())).placement();

    assertThat(holding.placement()).isSameAs(stable.placement());
    assertThat(holding.next(proposed.cancel()).placement()).isSameAs(stable.placement());
    assertThat(
            holding
                .next(proposed.hold().migrate(Map.of()))
                .next(proposed.hold().migrate(Map.of()).finish())
                .placement())
        .isSameAs(after);
  }

  @Test
  void aClientMayStartInTheMiddleOfAChange() {
    Topology topology = Topology.of(proposed.hold(), HashTag.NONE);

    assertThat(topology).isInstanceOf(Topology.Holding.class);
    assertThat(topology.version()).isEqualTo(1);
    assertThat(topology.hashTag()).isEqualTo(HashTag.NONE);
  }

  @Test
  void aKeyMovesWhenItsOwnersAreDifferentServers() {
    Change change =
        new Change(
            2,
            Selectors.rendezvous().place(NodeSet.of(A)),
            Selectors.rendezvous().place(NodeSet.of(A, B)),
            Map.of());

    int moving = 0;
    for (int i = 0; i < 200; i++) {
      byte[] key = ("key" + i).getBytes(UTF_8);
      assertThat(change.moves(key)).isEqualTo(change.after().owner(key).equals(B));
      moving += change.moves(key) ? 1 : 0;
    }
    assertThat(moving).isBetween(60, 140);
  }

  @Test
  void twoNamesOrAddressesOfOneServerAreOneServer() {
    Node renamed = Node.of("z", "10.0.0.1", 1);
    Node readdressed = Node.of("a", "10.0.0.9", 9);
    Node exchanged = Node.of("a", "10.0.0.8", 8);
    Map<String, String> servers =
        Map.of(
            TopologyDocument.serverKey(A), "run-1",
            TopologyDocument.serverKey(renamed), "run-1",
            TopologyDocument.serverKey(readdressed), "run-1",
            TopologyDocument.serverKey(exchanged), "run-2");

    assertThat(movesEverything(renamed, servers)).isFalse();
    assertThat(movesEverything(readdressed, servers)).isFalse();
    assertThat(movesEverything(exchanged, servers)).isTrue();
    assertThat(movesEverything(readdressed, Map.of())).isTrue();
    assertThat(movesEverything(renamed, Map.of())).isFalse();
  }

  private static boolean movesEverything(Node after, Map<String, String> servers) {
    Change change =
        new Change(
            2,
            Selectors.rendezvous().place(NodeSet.of(A)),
            Selectors.rendezvous().place(NodeSet.of(after)),
            servers);
    MigrationPlan plan = MigrationPlan.between(change.before(), change.after(), change::server);
    boolean moves = change.moves("key".getBytes(UTF_8));
    assertThat(plan.movedFraction()).isEqualTo(moves ? 1 : 0);
    return moves;
  }
}
