package dev.cress.migration;

import static dev.cress.migration.Changes.A;
import static dev.cress.migration.Changes.B;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.cress.hash.HashTag;
import dev.cress.migration.MigrationPolicy.CutWindow;
import dev.cress.node.CressException;
import dev.cress.node.NodeSet;
import dev.cress.selector.Selectors;
import dev.cress.topology.TopologySource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class StartTest {

  private static final MigrationPolicy REFUSE = MigrationPolicy.lazyAndBackground();
  private static final MigrationPolicy FINISH =
      MigrationPolicy.builder().onCutWindow(CutWindow.FINISH_UNDRAINED).build();

  private final TopologySource source =
      TopologySource.inMemory(NodeSet.of(A, B), Selectors.rendezvous());
  private final FakeFences fences = new FakeFences();
  private final List<MigrationEvent> events = new ArrayList<>();

  private void start(MigrationPolicy policy) {
    new Start(source, HashTag.REDIS, fences, policy, events::add).run();
  }

  @Test
  void newServersStartAtVersionOneAndGetTheirFences() {
    fences.with(A).with(B);

    start(REFUSE);

    assertThat(source.current().version()).isEqualTo(1);
    assertThat(fences.done)
        .containsExactlyInAnyOrder("a OUT 1:0", "a IN 1:0", "b OUT 1:0", "b IN 1:0");
    assertThat(events).isEmpty();
  }

  @Test
  void startsAtTheHighestVersionFoundAndRaisesOnlyWhatIsMissing() {
    fences.with(A, "run-a", false, "6:2", "7:2").with(B, "run-b", true, null, "5:2");

    start(REFUSE);

    assertThat(source.current().version()).isEqualTo(7);
    assertThat(fences.done).containsExactly("b OUT 7:0");
  }

  @Test
  void aSourceThatHasStartedIsLeftAsItIs() {
    source.compareAndSet(source.current(), source.current().started(3));

    start(REFUSE);

    assertThat(source.current().version()).isEqualTo(3);
    assertThat(fences.done).isEmpty();
  }

  @Test
  void aNodeThatDoesNotAnswerDoesNotStopTheStart() {
    fences.with(B, "run-b", false, "4:2", "4:2");

    start(REFUSE);

    assertThat(source.current().version()).isEqualTo(4);
    assertThat(fences.done).isEmpty();
  }

  @Test
  void noNodeAtAllDoes() {
    assertThatExceptionOfType(CressException.class)
        .isThrownBy(() -> start(REFUSE))
        .withMessageContaining("does not answer");
    assertThat(source.current().version()).isZero();
  }

  @Test
  void aUserWhoMayNotMigrateCanStillStart() {
    fences.with(A, "run-a", false, null, null, "RESTORE").with(B);

    start(REFUSE);

    assertThat(source.current().version()).isEqualTo(1);
    assertThat(fences.done).containsExactlyInAnyOrder("b OUT 1:0", "b IN 1:0");
  }

  /* The out fence, the in fence, whether the server holds keys, and the version of the cut change. */
  @ParameterizedTest
  @CsvSource({
    "1:0, 2:1:nonce, true, 2",
    "2:1, 1:0, false, 2",
    "3:1, 2:2, true, 3",
    "3:2, 2:2, true, 3",
    "3:2, 3:1:n, false, 3",
    "3:2, , true, 3"
  })
  void aWindowThatACrashCutIsRefused(
      @Nullable String out, @Nullable String in, boolean holdsKeys, long version) {
    fences.with(A, "run-a", !holdsKeys, out, in).with(B, "run-b", true, "1:0", "1:0");

    assertThatExceptionOfType(MigrationException.class)
        .isThrownBy(() -> start(REFUSE))
        .withMessageContaining("a crash cut the change to version " + version)
        .withMessageContaining("node a");
    assertThat(fences.done).isEmpty();
    assertThat(source.current().version()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"3:2, 3:2, true", "3:2, 4:2, true", "1:0, 2:2, true", "3:2, 2:2, false"})
  void aWindowThatWasClosedIsNone(String out, String in, boolean holdsKeys) {
    fences.with(A, "run-a", !holdsKeys, out, in).with(B, "run-b", true, "1:0", "1:0");

    start(REFUSE);

    assertThat(source.current().version()).isPositive();
    assertThat(fences.done).isEmpty();
  }

  @Test
  void aCutWindowIsClosedUndrainedEverywhereBeforeAnyOwnerIsDone() {
    fences.with(A, "run-a", false, "2:1", "1:0").with(B, "run-b", false, "1:0", "2:1:n");
    fences.foreignKeys = 21;

    start(FINISH);

    assertThat(fences.done).containsExactly("a OUT 2:2", "b OUT 2:2", "a done 2", "b done 2");
    assertThat(source.current().version()).isEqualTo(2);
    assertThat(events)
        .containsExactly(
            new MigrationEvent(
                MigrationEvent.Kind.CLOSED, 2, "", 42, "a cut window was closed undrained"));
  }
}
