package dev.cress.migration;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Keys that are not gated, as far as commands that wait at a gate name them too. */
final class WindowMixedKeysTest {

  private final Window window = new Window(Changes.everyKeyMoves(), Runnable::run);
  private final ManualMover mover = new ManualMover();
  private final Commands commands = new Commands(window);

  @Test
  void aKeyThatIsNotGatedIsFree() {
    window.open(mover);
    commands.send("waits", "k");

    commands.sendUngated("goes", "free");

    assertThat(commands.sent).containsExactly("goes");
    assertThat(mover.begun()).containsExactly("k");
  }

  @Test
  void aKeyThatIsNotGatedWaitsBehindACommandThatNamesIt() {
    window.open(mover);
    commands.sendMixed("1", () -> {}, "k", "free");
    commands.sendUngated("2", "free");
    commands.sendUngated("other", "other");
    assertThat(commands.sent).containsExactly("other");

    mover.end("k");

    assertThat(commands.sent).containsExactly("other", "1", "2");
    assertThat(mover.begun()).containsExactly("k");
    commands.sendUngated("3", "free");
    assertThat(commands.sent).endsWith("3");
  }

  @Test
  void aKeyThatIsNotGatedIsFreeAgainWhenTheCommandThatNamedItHasFailed() {
    window.open(mover);
    commands.sendMixed("1", () -> {}, "k", "free");
    commands.sendUngated("2", "free");

    mover.fail("k", new RuntimeException("gone"));

    assertThat(commands.failed).containsOnlyKeys("1");
    assertThat(commands.sent).containsExactly("2");
    assertThat(window.isFree(Commands.bytes("free"), false)).isTrue();
  }

  /** The command that came first is on its way to its connection, but has not reached it yet. */
  @Test
  void aKeyThatIsNotGatedStaysBehindACommandThatIsBeingHandedOn() {
    window.open(mover);
    commands.sendMixed("1", () -> commands.sendUngated("2", "free"), "k", "free");

    mover.end("k");

    assertThat(commands.sent).containsExactly("1", "2");
  }

  /**
   * In the hold such a key waits because its target changes; in the open window it is not gated any
   * more, while the commands of the hold are still handed on.
   */
  @Test
  void aKeyWhoseTargetOnlyChangesStaysBehindTheCommandsOfTheHold() {
    Window renaming = new Window(Changes.noKeyMoves(), Runnable::run);
    Commands toRenamed = new Commands(renaming);
    toRenamed.send("held", () -> toRenamed.sendUngated("later", "k"), "k");
    toRenamed.sendUngated("open", "k");
    assertThat(toRenamed.sent).isEmpty();

    renaming.open(mover);

    assertThat(toRenamed.sent).containsExactly("held", "open", "later");
    assertThat(mover.begun()).isEmpty();
    assertThat(renaming.isFree(Commands.bytes("k"), false)).isTrue();
  }
}
