package dev.cress.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class WindowTest {

  private static final Duration AT_ONCE = Duration.ofNanos(1);

  private final Window window = new Window(Changes.everyKeyMoves(), Runnable::run);
  private final ManualMover mover = new ManualMover();
  private final Commands commands = new Commands(window);

  @Test
  void commandsOnAKeyAreSentInTheirOrderAfterItsOneMove() {
    window.open(mover);

    commands.send("1", "k");
    commands.send("2", "k");
    commands.send("3", "k");
    assertThat(commands.sent).isEmpty();
    mover.end("k");

    assertThat(commands.sent).containsExactly("1", "2", "3");
    assertThat(mover.begun()).containsExactly("k");
  }

  @Test
  void aKeyThatHasMovedIsFree() {
    window.open(mover);
    commands.send("1", "k");
    assertThat(window.isFree(Commands.bytes("k"), true)).isFalse();

    mover.end("k");

    assertThat(window.isFree(Commands.bytes("k"), true)).isTrue();
    commands.send("2", "k");
    assertThat(commands.sent).containsExactly("1", "2");
    assertThat(mover.begun()).containsExactly("k");
  }

  @Test
  void commandsAreHandedOnByTheGivenExecutorAndNeverByWhoEndsAMove() {
    List<Runnable> tasks = new ArrayList<>();
    Window handing = new Window(Changes.everyKeyMoves(), tasks::add);
    Commands held = new Commands(handing);
    handing.open(mover);
    held.send("1", "k");
    tasks.forEach(Runnable::run);
    tasks.clear();

    mover.end("k");
    assertThat(held.sent).isEmpty();
    assertThat(handing.isFree(Commands.bytes("k"), true)).isFalse();
    tasks.forEach(Runnable::run);

    assertThat(held.sent).containsExactly("1");
    assertThat(handing.isFree(Commands.bytes("k"), true)).isTrue();
  }

  @Test
  void keysDoNotWaitForEachOther() {
    window.open(mover);
    commands.send("slow", "k");
    commands.send("quick", "l");

    mover.end("l");

    assertThat(commands.sent).containsExactly("quick");
  }

  @Test
  void noKeyMovesBeforeTheWindowOpens() {
    commands.send("1", "k");
    commands.send("2", "k");
    assertThat(mover.begun()).isEmpty();

    window.open(mover);
    assertThat(mover.begun()).containsExactly("k");
    assertThat(commands.sent).isEmpty();

    mover.end("k");
    assertThat(commands.sent).containsExactly("1", "2");
  }

  @Test
  void aFailedMoveFailsTheCommandsThatWaitAndTheNextOneTriesAgain() {
    window.open(mover);
    commands.send("1", "k");
    commands.send("2", "k");
    commands.send("other", "l");
    RuntimeException cause = new RuntimeException("previous owner is silent");

    mover.fail("k", cause);
    assertThat(commands.failed).containsOnlyKeys("1", "2").containsValue(cause);
    commands.send("3", "k");
    mover.end("k");
    mover.end("l");

    assertThat(mover.begun()).containsExactly("k", "l", "k");
    assertThat(commands.failed).containsOnlyKeys("1", "2");
    assertThat(commands.sent).containsExactly("3", "other");
  }

  @Test
  void aCommandOnSeveralKeysWaitsForAllAndKeepsItsPlaceInEachLine() {
    window.open(mover);
    commands.send("1", "k");
    commands.send("both", "k", "l");
    commands.send("2", "k");
    commands.send("3", "l");

    mover.end("k");
    assertThat(commands.sent).containsExactly("1");
    mover.end("l");

    assertThat(commands.sent)
        .startsWith("1", "both")
        .containsExactlyInAnyOrder("1", "both", "2", "3");
    assertThat(mover.begun()).containsExactly("k", "l");
  }

  @Test
  void commandsWithTheSameKeysInAnyOrderDoNotBlockEachOther() {
    window.open(mover);
    commands.send("1", "k", "l");
    commands.send("2", "l", "k");
    commands.send("3", "k", "k");

    mover.end("l");
    mover.end("k");

    assertThat(commands.sent).containsExactly("1", "2", "3");
  }

  @Test
  void aFailedMoveFreesTheOtherLinesOfItsCommands() {
    window.open(mover);
    commands.send("both", "k", "l");
    commands.send("behind", "l");
    mover.end("l");
    assertThat(commands.sent).isEmpty();

    mover.fail("k", new RuntimeException("gone"));

    assertThat(commands.failed).containsOnlyKeys("both");
    assertThat(commands.sent).containsExactly("behind");
    assertThat(window.isFree(Commands.bytes("l"), true)).isTrue();
    assertThat(window.isFree(Commands.bytes("k"), true)).isFalse();
  }

  @Test
  void aSettledKeyWaitsBehindACommandThatAlsoNeedsAnother() {
    window.open(mover);
    window.settle(Commands.bytes("k"));
    commands.send("both", "k", "l");
    commands.send("behind", "k");
    assertThat(commands.sent).isEmpty();

    mover.end("l");

    assertThat(commands.sent).containsExactly("both", "behind");
    assertThat(mover.begun()).containsExactly("l");
  }

  @Test
  void aCommandThatComesWhileAnotherIsHandedOnStaysBehindIt() {
    window.open(mover);
    commands.send("1", () -> commands.send("2", "k"), "k");

    mover.end("k");

    assertThat(commands.sent).containsExactly("1", "2");
  }

  @Test
  void aKeySettlesByTheDrainOnlyWhenNoCommandWaitsOnIt() {
    window.open(mover);
    commands.send("1", "k");

    window.settle(Commands.bytes("k"));
    window.settle(Commands.bytes("l"));

    assertThat(window.isFree(Commands.bytes("k"), true)).isFalse();
    assertThat(window.isFree(Commands.bytes("l"), true)).isTrue();
  }

  @Test
  void aCancelledHoldSendsEverythingInOrderAndMovesNothing() throws Exception {
    commands.send("1", "k");
    commands.send("both", "k", "l");
    commands.send("2", "l");
    assertThat(window.awaitIdle(AT_ONCE)).isFalse();

    window.finish();

    assertThat(commands.sent).containsExactly("1", "both", "2");
    assertThat(window.awaitIdle(AT_ONCE)).isTrue();
    commands.send("3", "m");
    assertThat(commands.sent).endsWith("3");
  }

  @Test
  void atItsEndAWindowStartsNoMoveButWaitsForThoseUnderWay() throws Exception {
    window.open(mover);
    commands.send("1", "k");

    window.finish();
    commands.send("2", "k");
    commands.send("3", "l");
    assertThat(commands.sent).containsExactly("3");
    assertThat(window.awaitIdle(AT_ONCE)).isFalse();
    mover.end("k");

    assertThat(commands.sent).containsExactly("3", "1", "2");
    assertThat(mover.begun()).containsExactly("k");
    assertThat(window.awaitIdle(AT_ONCE)).isTrue();
  }

  @Test
  void onlySoManyCommandsWaitAtOnce() {
    for (int i = 0; i < 1 << 16; i++) {
      commands.send("" + i, "k");
    }

    assertThatExceptionOfType(MigrationException.class)
        .isThrownBy(() -> commands.send("one too many", "l"))
        .withMessage("more than 65536 commands wait for the change to version 2");
    window.finish();

    assertThat(commands.sent).hasSize(1 << 16);
    commands.send("after", "l");
    assertThat(commands.sent).endsWith("after");
  }
}
