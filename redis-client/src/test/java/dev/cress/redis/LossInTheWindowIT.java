package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.migration.Migration;
import dev.cress.migration.MigrationEvent.Kind;
import dev.cress.migration.MigrationPolicy;
import dev.cress.migration.MigrationPolicy.Persistence;
import dev.cress.redis.LossScenarios.Loss;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Servers that lose what they knew in an open window. */
class LossInTheWindowIT {

  private static final String[] PERSISTENT = {"--appendonly", "yes", "--appendfsync", "always"};

  @ParameterizedTest
  @EnumSource
  void anOwnerThatLostItsWindowIsClosedAndNothingOldComesBack(Loss loss) {
    try (Scene scene = Scene.growing(Variant.STANDARD)) {
      assertThat(LossScenarios.readAfterLoss(scene, loss)).isNull();

      assertThat(scene.c2.saw(Kind.FENCE_LOST)).isTrue();
      assertThat(scene.n.fence("in")).isEqualTo("2:2");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aChangeEndsAlthoughAnOwnerLostItsWindow(Loss loss) throws Exception {
    try (Scene scene = Scene.growing(Variant.STANDARD)) {
      List<String> keys = scene.keys(5);
      keys.forEach(key -> scene.c1.sync().set(key, "v0"));
      Migration migration = scene.open();
      loss.happen(scene.n);
      LossScenarios.getWhenReachable(scene.leader, keys.get(0));
      assertThat(scene.leader.saw(Kind.FENCE_LOST)).isTrue();

      assertThat(Scene.finish(migration)).isEqualTo(5);

      assertThat(scene.leader.awaitEvent(Kind.CLOSED).count()).isEqualTo(5);

      assertThat(scene.o.redis().exists(keys.toArray(String[]::new))).isZero();
      assertThat(scene.n.internalKeys()).contains("__cress__:in");
      assertThat(LossScenarios.getWhenReachable(scene.c1, keys.get(1))).isNull();
    }
  }

  @Test
  void aPreviousOwnerWhoseFenceWasDeletedIsFrozenAgain() {
    try (Scene scene = Scene.growing(Variant.STANDARD)) {
      List<String> keys = scene.keys(2);
      keys.forEach(key -> scene.c1.sync().set(key, "v0"));
      scene.open();
      scene.c1.sync().get(keys.get(0));
      scene.o.dropFence("out");

      assertThat(scene.c1.sync().get(keys.get(1))).isEqualTo("v0");

      assertThat(scene.o.fence("out")).isEqualTo("2:1");
    }
  }

  @Test
  void theDrainFreezesAPreviousOwnerAgainWhoseFenceWasDeleted() throws Exception {
    try (Scene scene = Scene.growing(Variant.STANDARD)) {
      List<String> keys = scene.keys(5);
      keys.forEach(key -> scene.c1.sync().set(key, "v0"));
      Migration migration = scene.open();
      scene.leader.sync().get(keys.get(0));
      scene.o.dropFence("out");

      assertThat(Scene.finish(migration)).isZero();

      assertThat(Scene.values(scene.c1, keys)).containsOnly("v0");
    }
  }

  @Test
  void aPreviousOwnerThatRestartedIsClosed() throws Exception {
    try (Scene scene = Scene.growing(Variant.STANDARD, Scene.policy().build(), PERSISTENT)) {
      String key = scene.keyWithValue();
      Migration migration = scene.open();
      scene.o.restart();
      assertThat(scene.o.redis().get(key)).isEqualTo("v0");

      assertThat(LossScenarios.getWhenReachable(scene.c1, key)).isNull();

      assertThat(scene.c1.saw(Kind.SERVER_RESTARTED)).isTrue();
      assertThat(scene.o.fence("out")).isEqualTo("2:2");
      assertThat(Scene.finish(migration)).isEqualTo(1);
    }
  }

  @Test
  void aPreviousOwnerThatForgetsNothingGoesOnAfterARestart() throws Exception {
    MigrationPolicy policy =
        Scene.policy().previousOwnerPersistence(Persistence.AOF_ALWAYS).build();
    try (Scene scene = Scene.growing(Variant.STANDARD, policy, PERSISTENT)) {
      String key = scene.keyWithValue();
      Migration migration = scene.open();
      scene.o.restart();

      assertThat(LossScenarios.getWhenReachable(scene.c1, key)).isEqualTo("v0");

      assertThat(scene.c1.saw(Kind.SERVER_RESTARTED)).isFalse();
      assertThat(Scene.finish(migration)).isZero();
      assertThat(scene.n.redis().get(key)).isEqualTo("v0");
    }
  }
}
