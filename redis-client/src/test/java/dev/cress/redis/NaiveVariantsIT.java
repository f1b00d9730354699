package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cress.redis.LossScenarios.Loss;
import io.lettuce.core.RedisFuture;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Each precaution of the protocol is left out once, and what it prevents is seen. The same
 * scenarios come out right with the protocol as it is, in the other tests of this package.
 */
class NaiveVariantsIT {

  @Test
  void withoutAMarkADeletedKeyComesBack() throws Exception {
    assertThat(KeyScenarios.lateAdoptAfterDelete(NaiveVariants.NO_MARK).c2()).isEqualTo("v0");
  }

  @Test
  void withoutADeadlineADeletedKeyComesBack() throws Exception {
    assertThat(KeyScenarios.adoptAfterTheMarkEnded(NaiveVariants.NO_DEADLINE).c2()).isEqualTo("v0");
  }

  @Test
  void withAMarkThatEndsBeforeTheOldCopyAnExpiredKeyComesBack() throws Exception {
    assertThat(
            KeyScenarios.readAfterExpiryWithTheOldCopyLeft(
                NaiveVariants.MARK_PRUNED_BEFORE_REMOVAL))
        .isEqualTo("v0");
  }

  @Test
  void anAnswerFromThePreviousOwnersAbsenceMissesAValue() {
    try (Scene scene = Scene.growing(NaiveVariants.ABSENT_ANSWERED)) {
      String key = scene.key();
      scene.open();
      StepGate.Step absent = scene.c1.gate().after("dump", key);
      RedisFuture<String> read = scene.c1.async().get(key);
      absent.awaitHeld();
      scene.n.redis().set(key, "v1"); // as C2 would if it did not use this variant
      absent.release();

      assertThatThrownBy(() -> KeyScenarios.get(read))
          .hasRootCauseInstanceOf(NaiveVariants.AnsweredAbsent.class);
    }
  }

  @Test
  void withARelativeTimeToLiveAnExpiredKeyLivesAgain() throws Exception {
    assertThat(KeyScenarios.adoptAfterExpiry(NaiveVariants.RELATIVE_TTL)).isEqualTo("v0");
  }

  @Test
  void withPlainKeysBehindAClosedPreviousOwnerAnAbsentKeyComesBack() throws Exception {
    assertThat(EndScenarios.dumpHeldUntilClosed(NaiveVariants.PLAIN_WHEN_CLOSED))
        .containsExactly(null, "v0", "v0");
  }

  @Test
  void withoutAFenceAtTheEndAnAbsentKeyComesBack() throws Exception {
    assertThat(EndScenarios.dumpHeldUntilDone(NaiveVariants.DONE_WITHOUT_FENCE))
        .containsExactly(null, "v0", "v0");
  }

  @Test
  void withOneFenceForBothRolesKeysAreLost() throws Exception {
    assertThat(EndScenarios.readAfterTheOtherWayWasClosed(NaiveVariants.ONE_FENCE))
        .contains("null");
  }

  @Test
  void withoutASweepAnOldCopyIsReadAgain() throws Exception {
    assertThat(EndScenarios.wayBackWithACopyLeft(NaiveVariants.NO_SWEEP).get(0)).isEqualTo("v0");
  }

  @Test
  void withAnUnfencedRemovalAKeyIsLost() throws Exception {
    List<String> reads = EndScenarios.wayBackWithACopyLeft(NaiveVariants.UNFENCED_REMOVAL);

    assertThat(reads).containsExactly("v1", null, null);
  }

  @Test
  void withoutASentinelADeletedKeyComesBackWhenMarksAreLost() {
    try (Scene scene = Scene.growing(NaiveVariants.NO_SENTINEL)) {
      assertThat(LossScenarios.readAfterLoss(scene, Loss.MARKS)).isEqualTo("v0");
    }
  }

  @Test
  void whenAWindowGoesOnAfterALossADeletedKeyComesBack() {
    try (Scene scene = Scene.growing(NaiveVariants.RESUME_AFTER_LOSS)) {
      assertThat(LossScenarios.readAfterLoss(scene, Loss.EVERYTHING)).isEqualTo("v0");
    }
  }
}
