package dev.cress.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.selector.Selector;
import dev.cress.selector.Selectors;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class TopologyDocumentTest {

  private static final NodeSet ONE = NodeSet.of(Node.of("a", "10.0.0.1", 1));
  private static final NodeSet TWO = ONE.with(Node.of("b", "10.0.0.2", 2));
  private static final Selector SELECTOR = Selectors.rendezvous();
  private static final Map<String, String> SERVERS = Map.of("10.0.0.1:1", "run-1");

  private final TopologyDocument stable = TopologyDocument.initial(ONE, SELECTOR).started(4);
  private final TopologyDocument proposed = stable.propose(TWO, SELECTOR, "client-1", SERVERS);

  @Test
  void aChangeWalksThroughItsPhasesOneRevisionAtATime() {
    TopologyDocument held = proposed.hold();
    TopologyDocument open = held.migrate(Map.of("a", "5:1:n"));
    TopologyDocument finished = open.finish();

    assertThat(proposed)
        .extracting(TopologyDocument::version, TopologyDocument::revision, TopologyDocument::phase)
        .containsExactly(5L, 0L, Phase.PREPARE);
    assertThat(proposed.previous()).isEqualTo(new TopologyDocument.Previous(4, ONE, SELECTOR));
    assertThat(held.phase()).isEqualTo(Phase.HOLD);
    assertThat(open.phase()).isEqualTo(Phase.MIGRATE);
    assertThat(open.openFences()).containsExactly(Map.entry("a", "5:1:n"));
    assertThat(open.servers()).isEqualTo(SERVERS);
    assertThat(finished)
        .extracting(TopologyDocument::version, TopologyDocument::revision, TopologyDocument::phase)
        .containsExactly(5L, 3L, Phase.STABLE);
    assertThat(finished.previous()).isNull();
    assertThat(finished.nodes()).isEqualTo(TWO);
    assertThat(finished.id()).isEqualTo(proposed.id()).isNotEqualTo(stable.id());
  }

  @Test
  void everyStepIsNewerThanTheOneBefore() {
    TopologyDocument held = proposed.hold();

    assertThat(proposed.isNewerThan(stable)).isTrue();
    assertThat(stable.isNewerThan(proposed)).isFalse();
    assertThat(held.isNewerThan(proposed)).isTrue();
    assertThat(held.isNewerThan(held)).isFalse();
    assertThat(proposed.cancel().isNewerThan(held)).isTrue();
  }

  @Test
  void aCancelledChangeGoesBackUnderANewVersion() {
    TopologyDocument back = proposed.hold().cancel();

    assertThat(back.version()).isEqualTo(6);
    assertThat(back.phase()).isEqualTo(Phase.STABLE);
    assertThat(back.nodes()).isEqualTo(ONE);
    assertThat(back.selector()).isEqualTo(SELECTOR);
  }

  @Test
  void anOpenWindowCannotBeCancelledNorAnotherChangeProposedInOne() {
    TopologyDocument open = proposed.hold().migrate(Map.of());

    assertThatIllegalStateException().isThrownBy(open::cancel).withMessageContaining("MIGRATE");
    assertThatIllegalStateException().isThrownBy(stable::cancel).withMessageContaining("STABLE");
    assertThatIllegalStateException()
        .isThrownBy(() -> open.propose(ONE, SELECTOR, "client-2", Map.of()))
        .withMessage("a change to version 5 is under way: MIGRATE");
  }

  @Test
  void anotherClientMayLeadTheSameChange() {
    TopologyDocument led = proposed.ledBy("client-2");

    assertThat(led.coordinator()).isEqualTo("client-2");
    assertThat(led.isNewerThan(proposed)).isTrue();
    assertThat(led.id()).isEqualTo(proposed.id());
    assertThat(led.phase()).isEqualTo(Phase.PREPARE);
    assertThat(led.previous()).isEqualTo(proposed.previous());
  }

  @Test
  void namesItsPreviousTopologyExactlyInAChange() {
    TopologyDocument.Previous previous = new TopologyDocument.Previous(1, ONE, SELECTOR);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> document(Phase.STABLE, previous))
        .withMessageContaining("phase was STABLE");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> document(Phase.HOLD, null))
        .withMessageContaining("phase was HOLD");
  }

  private static TopologyDocument document(
      Phase phase, TopologyDocument.@Nullable Previous previous) {
    return new TopologyDocument(2, 0, phase, TWO, SELECTOR, previous, "", Map.of(), Map.of(), "id");
  }
}
