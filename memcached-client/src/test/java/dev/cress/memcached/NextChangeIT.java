package dev.cress.memcached;

import static dev.cress.memcached.Scene.answer;
import static dev.cress.memcached.Scene.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.memcached.StepGate.Stop;
import dev.cress.memcached.internal.migration.ServerCalls.Step;
import dev.cress.migration.Migration;
import dev.cress.topology.Phase;
import java.time.Duration;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** An operation that is between its steps when the next change begins. */
final class NextChangeIT {

  private static void assertHeldUpUntilReleased(
      Scene scene, Migration back, Stop work, Future<Long> count, String key) throws Exception {
    await().until(() -> back.progress().phase() == Phase.HOLD);
    await()
        .during(Duration.ofMillis(300))
        .until(() -> back.progress().phase() == Phase.HOLD && !count.isDone());
    work.release();

    assertThat(answer(count)).isEqualTo(6);
    assertThat(scene.finish(back)).isZero();
    assertThat(scene.o.text(key)).isEqualTo("6");
    assertThat(scene.c2.get(key)).isEqualTo("6");
  }

  @Test
  void begunAfterAWindowItHoldsUpTheNext() throws Exception {
    try (Scene scene = new Scene(Variant.STANDARD)) {
      String key = scene.keyWith("5");
      assertThat(scene.finish(scene.open())).isZero();
      Stop work = scene.c1.gate().before(Step.WORK, "n", key);
      Future<Long> count = scene.c1.cache().asyncIncr(key, 1);
      work.awaitHeld();

      assertHeldUpUntilReleased(scene, scene.change(scene.first), work, count, key);
    }
  }

  @Test
  void begunInAWindowItHoldsUpTheNext() throws Exception {
    try (Scene scene = new Scene(Variant.STANDARD)) {
      String key = scene.keyWith("5");
      Migration migration = scene.open();
      Stop work = scene.c1.gate().before(Step.WORK, "n", key);
      Future<Long> count = scene.c1.cache().asyncIncr(key, 1);
      work.awaitHeld();
      assertThat(scene.finish(migration)).isZero();

      assertHeldUpUntilReleased(scene, scene.change(scene.first), work, count, key);
    }
  }
}
