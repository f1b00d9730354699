package dev.cress.migration;

import static dev.cress.migration.Changes.A;
import static dev.cress.migration.Changes.B;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.cress.hash.HashTag;
import dev.cress.metrics.CressMetrics;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.selector.Selectors;
import dev.cress.topology.Topology;
import dev.cress.topology.TopologySource;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** One client's changes, one after the other. */
final class ChangesInTurnTest {

  private final FakeFences fences = new FakeFences().with(A).with(B);
  private final CountDownLatch retaining = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);

  private final TopologyChanges<String> changes =
      new TopologyChanges<>(
          "me",
          TopologySource.inMemory(NodeSet.of(A), Selectors.rendezvous()),
          HashTag.REDIS,
          new SlowConnections(),
          MigrationPolicy.lazyAndBackground(),
          event -> {},
          CressMetrics.none());

  /** Else the end of the change before would close the connection to a node that just joins. */
  @Test
  void aChangeLooksAtServersOnlyWhenTheClientHasWorkedOffTheOneBefore() throws Exception {
    try (changes) {
      changes.start();
      retaining.await();
      int inspections = fences.inspections.get();

      Migration migration = changes.changeTo(NodeSet.of(A, B), Selectors.rendezvous());
      await().during(Duration.ofMillis(200)).until(() -> fences.inspections.get() == inspections);
      goOn.countDown();

      assertThat(migration.completion().get(10, TimeUnit.SECONDS)).isZero();
      assertThat(fences.inspections.get()).isGreaterThan(inspections);
    }
  }

  @Test
  void aChangeThatWaitsItsTurnFailsWhenItsClientIsClosed() throws Exception {
    changes.start();
    retaining.await();
    Migration first = changes.changeTo(NodeSet.of(A, B), Selectors.rendezvous());
    Migration second = changes.changeTo(NodeSet.of(B), Selectors.rendezvous());

    changes.close();

    assertThat(List.of(first, second))
        .allSatisfy(
            migration ->
                assertThatThrownBy(() -> migration.completion().get(10, TimeUnit.SECONDS))
                    .cause()
                    .isInstanceOf(MigrationException.class));
  }

  /** A client whose first clean-up of connections takes as long as the test wants. */
  private final class SlowConnections implements Adapter<String>, Connections<String> {
    @Override
    public Connections<String> connections() {
      return this;
    }

    @Override
    public Fences fences() {
      return fences;
    }

    @Override
    public KeyMover mover(Topology.Migrating topology, Window window) {
      return new ManualMover();
    }

    @Override
    public void published(Topology topology) {}

    @Override
    public String target(Node node) {
      return node.name();
    }

    @Override
    public CompletionStage<Void> attempted() {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Void> tag(long version) {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public void retain(Collection<Node> nodes) {
      retaining.countDown();
      try {
        goOn.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
