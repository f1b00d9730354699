package dev.cress.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.cress.node.NoNodesException;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.selector.Selectors;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class InMemoryTopologySourceTest {

  private static final Duration AT_ONCE = Duration.ofNanos(1);
  private static final NodeSet ONE = NodeSet.of(Node.of("a", "10.0.0.1", 1));
  private static final NodeSet TWO = ONE.with(Node.of("b", "10.0.0.2", 2));

  private final TopologySource source = TopologySource.inMemory(ONE, Selectors.rendezvous());
  private final List<TopologyDocument> told = new ArrayList<>();

  private TopologyDocument start() {
    TopologyDocument initial = source.current();
    TopologyDocument started = initial.started(1);
    assertThat(source.compareAndSet(initial, started)).isTrue();
    return started;
  }

  private static TopologyDocument proposal(TopologyDocument from) {
    return from.propose(TWO, Selectors.rendezvous(), "client", Map.of());
  }

  @Test
  void beginsWithADocumentOnWhichNobodyHasStarted() {
    assertThat(source.current().version()).isZero();
    assertThat(source.current().phase()).isEqualTo(Phase.STABLE);
    assertThat(source.members()).isEmpty();
  }

  @Test
  void aMemberIsToldTheDocumentInForceAndEveryLaterOneInOrder() {
    TopologyDocument started = start();
    source.join("client", told::add);
    TopologyDocument proposed = proposal(started);

    source.compareAndSet(started, proposed);
    source.compareAndSet(proposed, proposed.hold());

    assertThat(told).containsExactly(started, proposed, proposed.hold());
  }

  @Test
  void ofTwoProposalsOneWins() {
    TopologyDocument started = start();
    TopologyDocument winner = proposal(started);

    assertThat(source.compareAndSet(started, winner)).isTrue();
    assertThat(source.compareAndSet(started, proposal(started))).isFalse();

    assertThat(source.current()).isEqualTo(winner);
  }

  @Test
  void aDocumentThatDoesNotFollowIsRefused() {
    TopologyDocument started = start();

    assertThatIllegalArgumentException()
        .isThrownBy(() -> source.compareAndSet(started, started))
        .withMessage("document 1:0 does not follow 1:0");
  }

  @Test
  void theHoldIsOverWhenEveryMemberHasAcknowledgedIt() throws Exception {
    source.join("one", document -> {});
    source.join("two", document -> {});

    source.acknowledgeHold("one", 2);
    source.acknowledgeHold("two", 1);
    source.acknowledgeHold("stranger", 2);
    assertThat(source.awaitHeld(2, AT_ONCE)).isFalse();
    source.acknowledgeHold("two", 2);

    assertThat(source.awaitHeld(2, AT_ONCE)).isTrue();
    assertThat(source.awaitHeld(3, AT_ONCE)).isFalse();
  }

  @Test
  void whoeverWaitsForTheHoldIsWokenByTheLastAcknowledgement() throws Exception {
    source.join("one", document -> {});
    CompletableFuture<Boolean> held = new CompletableFuture<>();
    Thread waiting =
        new Thread(
            () -> {
              try {
                held.complete(source.awaitHeld(2, Duration.ofSeconds(30)));
              } catch (InterruptedException e) {
                held.completeExceptionally(e);
              }
            });
    waiting.start();

    source.acknowledgeHold("one", 2);

    assertThat(held.get(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void nobodyWaitsForAMemberThatLeftAndTheOthersAreToldAgain() throws Exception {
    TopologyDocument started = start();
    source.join("one", told::add);
    source.join("two", document -> {});
    source.acknowledgeHold("one", 2);

    source.leave("two");

    assertThat(source.awaitHeld(2, AT_ONCE)).isTrue();
    assertThat(source.members()).containsExactly("one");
    assertThat(told).containsExactly(started, started);
    source.leave("nobody");
    assertThat(told).hasSize(2);
  }

  @Test
  void aMemberThatLeftIsToldNothing() {
    TopologyDocument started = start();
    source.join("one", told::add);
    source.leave("one");

    source.compareAndSet(started, proposal(started));

    assertThat(told).containsExactly(started);
  }

  @Test
  void anIdJoinsOnce() {
    source.join("one", document -> {});

    assertThatIllegalArgumentException()
        .isThrownBy(() -> source.join("one", document -> {}))
        .withMessage("a member with id one has joined already");
  }

  @Test
  void awaitsTheEndOfAChange() throws Exception {
    TopologyDocument started = start();
    TopologyDocument proposed = proposal(started);
    source.compareAndSet(started, proposed);
    CompletableFuture<TopologyDocument> stable = new CompletableFuture<>();
    Thread waiting =
        new Thread(
            () -> {
              try {
                stable.complete(source.awaitStable());
              } catch (InterruptedException e) {
                stable.completeExceptionally(e);
              }
            });
    waiting.start();

    source.compareAndSet(proposed, proposed.hold());
    assertThat(stable).isNotDone();
    source.compareAndSet(proposed.hold(), proposed.hold().cancel());

    assertThat(stable.get(10, TimeUnit.SECONDS).version()).isEqualTo(3);
  }

  @Test
  void needsANode() {
    NodeSet none = ONE.without("a");

    assertThatExceptionOfType(NoNodesException.class)
        .isThrownBy(() -> TopologySource.inMemory(none, Selectors.rendezvous()));
  }
}
