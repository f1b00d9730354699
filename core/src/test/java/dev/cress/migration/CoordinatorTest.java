package dev.cress.migration;

import static dev.cress.migration.Changes.A;
import static dev.cress.migration.Changes.B;
import static dev.cress.migration.Changes.C;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.cress.hash.HashTag;
import dev.cress.migration.MigrationEvent.Kind;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.selector.Selectors;
import dev.cress.topology.Phase;
import dev.cress.topology.TopologyDocument;
import dev.cress.topology.TopologySource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The steps of a change, their order, and the way back, on servers that are only remembered. */
final class CoordinatorTest {

  private static final NodeSet BEFORE = NodeSet.of(A, B);
  private static final NodeSet AFTER = NodeSet.of(A, B, C);

  private final TopologySource source = TopologySource.inMemory(BEFORE, Selectors.rendezvous());
  private final FakeFences fences = new FakeFences().with(A).with(B).with(C);
  private final RunningMigration migration = new RunningMigration();
  private final List<MigrationEvent> events = new ArrayList<>();
  private final List<Phase> phases = new ArrayList<>();

  @BeforeEach
  void start() {
    source.compareAndSet(source.current(), source.current().started(1));
  }

  private Coordinator coordinator(MigrationPolicy policy) {
    WindowEnd end =
        new WindowEnd(fences, version -> new ManualMover(), policy, events::add, System::nanoTime);
    return new Coordinator(
        "me", source, HashTag.REDIS, fences, policy, end, migration, events::add);
  }

  /** A member that acknowledges every hold, and remembers the phases. */
  private void join(String id) {
    source.join(
        id,
        document -> {
          phases.add(document.phase());
          source.acknowledgeHold(id, document.version());
        });
  }

  private List<Kind> kinds() {
    return events.stream().map(MigrationEvent::kind).toList();
  }

  @Test
  void walksThroughItsStepsInOrder() throws Exception {
    join("me");

    coordinator(MigrationPolicy.lazyAndBackground())
        .change(AFTER, Selectors.rendezvous(), () -> {});

    assertThat(phases)
        .containsExactly(Phase.STABLE, Phase.PREPARE, Phase.HOLD, Phase.MIGRATE, Phase.STABLE);
    assertThat(kinds())
        .containsExactly(Kind.PREPARED, Kind.HELD, Kind.OPENED, Kind.CLOSED, Kind.STABLE);
    assertThat(migration.completion()).isCompletedWithValue(0L);
    assertThat(source.current().version()).isEqualTo(2);
    assertThat(source.current().nodes()).isEqualTo(AFTER);
  }

  /** A server may be previous owner of some keys and owner of others. */
  @Test
  void closesEveryPreviousOwnerBeforeAnyOwnerIsDone() throws Exception {
    join("me");

    coordinator(MigrationPolicy.lazyAndBackground())
        .change(AFTER, Selectors.rendezvous(), () -> {});

    List<String> done = fences.done;
    assertThat(done.subList(done.indexOf("a barrier 2"), done.size()))
        .containsExactly(
            "a barrier 2",
            "b barrier 2",
            "c as a",
            "a open 2",
            "b open 2",
            "c open 2",
            "a OUT 2:2",
            "b OUT 2:2",
            "a done 2",
            "b done 2",
            "c done 2");
  }

  @Test
  void aServerThatStaysIsGivenNothingThoughItsNodeChanges() throws Exception {
    join("me");
    Node heavier = Node.builder(B.name()).address(B.host(), B.port()).weight(3).build();

    coordinator(MigrationPolicy.lazyAndBackground())
        .change(NodeSet.of(A, heavier), Selectors.rendezvous(), () -> {});

    assertThat(fences.done).contains("b open 2").noneMatch(step -> step.contains(" as "));
  }

  @Test
  void sweepsOnlyServersThatHoldKeys() throws Exception {
    join("me");
    fences.with(C, "run-c", false, "1:0", "1:0");

    coordinator(MigrationPolicy.lazyAndBackground())
        .change(AFTER, Selectors.rendezvous(), () -> {});

    assertThat(fences.done).contains("c sweep").doesNotContain("a sweep", "b sweep");
  }

  @Test
  void withoutAMigrationNoOwnerIsOpened() throws Exception {
    join("me");

    coordinator(MigrationPolicy.off()).change(AFTER, Selectors.rendezvous(), () -> {});

    assertThat(fences.done).contains("a barrier 2", "b barrier 2").doesNotContain("c open 2");
    assertThat(source.current().nodes()).isEqualTo(AFTER);
  }

  @Test
  void isGivenUpWhenAMemberDoesNotHold() throws Exception {
    join("me");
    source.join("stalled", document -> {});
    MigrationPolicy policy = MigrationPolicy.builder().patience(Duration.ofMillis(20)).build();

    coordinator(policy).change(AFTER, Selectors.rendezvous(), () -> {});

    assertThat(source.current().phase()).isEqualTo(Phase.STABLE);
    assertThat(source.current().version()).isEqualTo(3);
    assertThat(source.current().nodes()).isEqualTo(BEFORE);
    assertThat(kinds()).containsExactly(Kind.PREPARED, Kind.CANCELLED);
    assertThat(fences.done).doesNotContain("a barrier 2", "c open 2");
    assertThatExceptionOfType(ExecutionException.class)
        .isThrownBy(() -> migration.completion().get())
        .withMessageContaining("a client did not acknowledge version 2 within PT0.02S");
  }

  @Test
  void isGivenUpWhenAServerWasExchangedInTheHold() throws Exception {
    join("me");
    source.join(
        "operator",
        document -> {
          source.acknowledgeHold("operator", document.version());
          if (document.phase() == Phase.HOLD) {
            fences.with(B, "run-of-another", true, null, null);
          }
        });

    coordinator(MigrationPolicy.lazyAndBackground())
        .change(AFTER, Selectors.rendezvous(), () -> {});

    assertThat(source.current().nodes()).isEqualTo(BEFORE);
    assertThat(fences.done).doesNotContain("a open 2", "b open 2", "c open 2");
    assertThatExceptionOfType(ExecutionException.class)
        .isThrownBy(() -> migration.completion().get())
        .withMessageContaining("node b restarted before the window opened");
  }

  @Test
  void aRefusedChangeProposesNothing() {
    fences.with(C, "run-a", true, null, null);

    assertThatExceptionOfType(MigrationException.class)
        .isThrownBy(
            () ->
                coordinator(MigrationPolicy.lazyAndBackground())
                    .change(AFTER, Selectors.rendezvous(), () -> {}));

    assertThat(source.current().version()).isEqualTo(1);
    assertThat(fences.done).isEmpty();
  }

  @Test
  void nothingIsDoneWhenNothingChanges() throws Exception {
    coordinator(MigrationPolicy.lazyAndBackground())
        .change(BEFORE, Selectors.rendezvous(), () -> {});

    assertThat(migration.completion()).isCompletedWithValue(0L);
    assertThat(source.current().version()).isEqualTo(1);
    assertThat(fences.done).isEmpty();
  }

  @Test
  void anOpenWindowOfALostLeaderIsBroughtToItsEnd() throws Exception {
    publish(publish(propose().hold()).migrate(Map.of("c", "2:1:n")));

    coordinator(MigrationPolicy.lazyAndBackground()).takeOver(source.current());

    assertThat(source.current().nodes()).isEqualTo(AFTER);
    assertThat(source.current().phase()).isEqualTo(Phase.STABLE);
    assertThat(fences.done)
        .containsExactly("a OUT 2:2", "b OUT 2:2", "a done 2", "b done 2", "c done 2");
  }

  @Test
  void aHoldOfALostLeaderIsCancelled() throws Exception {
    publish(propose().hold());

    coordinator(MigrationPolicy.lazyAndBackground()).takeOver(source.current());

    assertThat(source.current().nodes()).isEqualTo(BEFORE);
    assertThat(source.current().version()).isEqualTo(3);
    assertThat(fences.done).containsExactly("a done 2", "b done 2", "c done 2");
  }

  private TopologyDocument propose() {
    TopologyDocument stable = source.current();
    TopologyDocument proposed = stable.propose(AFTER, Selectors.rendezvous(), "lost", Map.of());
    publish(proposed);
    return proposed;
  }

  private TopologyDocument publish(TopologyDocument next) {
    assertThat(source.compareAndSet(source.current(), next)).isTrue();
    return next;
  }
}
