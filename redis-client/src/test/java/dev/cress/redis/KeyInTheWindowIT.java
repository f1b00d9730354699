package dev.cress.redis;

import static dev.cress.redis.Scene.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.migration.Migration;
import dev.cress.redis.StepGate.Step;
import io.lettuce.core.RedisFuture;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two clients and one key in an open window, stopped between any two steps. */
class KeyInTheWindowIT {

  @Test
  void aDumpThatComesAfterADeleteBringsNothingBack() throws Exception {
    assertThat(KeyScenarios.lateAdoptAfterDelete(Variant.STANDARD))
        .isEqualTo(new KeyScenarios.Read(null, null, "AUTH"));
  }

  @Test
  void aDumpThatComesAfterTheMarkOfADeletedKeyEndedBringsNothingBack() throws Exception {
    assertThat(KeyScenarios.adoptAfterTheMarkEnded(Variant.STANDARD))
        .isEqualTo(new KeyScenarios.Read(null, null, "LATE"));
  }

  @Test
  void twoClientsThatIncrementAnUnmovedCounterCountTwice() throws Exception {
    try (Scene scene = Scene.growing(Variant.STANDARD)) {
      String key = scene.key();
      scene.c1.sync().psetex(key, 60_000, "5");
      scene.open();
      Step first = scene.c1.gate().before("adopt", key);
      Step second = scene.c2.gate().before("adopt", key);

      RedisFuture<Long> one = scene.c1.async().incr(key);
      RedisFuture<Long> two = scene.c2.async().incr(key);
      first.awaitHeld();
      second.awaitHeld();
      first.release();
      second.release();

      assertThat(List.of(KeyScenarios.get(one), KeyScenarios.get(two)))
          .containsExactlyInAnyOrder(6L, 7L);
      assertThat(scene.n.redis().pttl(key)).isBetween(1L, 60_000L);
      await().until(() -> !scene.o.holds(key));
    }
  }

  @Test
  void aValueThatWasSetMeanwhileWinsOverAHeldDump() throws Exception {
    try (Scene scene = Scene.growing(Variant.STANDARD)) {
      String key = scene.keyWithValue();
      scene.open();
      Step adopt = scene.c1.gate().before("adopt", key);

      RedisFuture<String> read = scene.c1.async().get(key);
      adopt.awaitHeld();
      scene.c2.sync().setex(key, 1_000, "v1");
      adopt.release();

      assertThat(KeyScenarios.get(read)).isEqualTo("v1");
      assertThat(scene.c2.sync().get(key)).isEqualTo("v1");
      assertThat(scene.c1.sync().ttl(key)).isBetween(900L, 1_000L);
    }
  }

  @Test
  void aValueThatExpiresBeforeTheOldCopyIsRemovedStaysGone() throws Exception {
    assertThat(KeyScenarios.readAfterExpiryWithTheOldCopyLeft(Variant.STANDARD)).isNull();
  }

  @Test
  void aKeyThatWasAbsentAndIsSetMeanwhileIsRead() throws Exception {
    try (Scene scene = Scene.growing(Variant.STANDARD)) {
      String key = scene.key();
      scene.open();
      Step absent = scene.c1.gate().after("dump", key);

      RedisFuture<String> read = scene.c1.async().get(key);
      absent.awaitHeld();
      scene.c2.sync().set(key, "v1");
      absent.release();

      assertThat(KeyScenarios.get(read)).isEqualTo("v1");
      assertThat(scene.c1.gate().answers("dump", key)).containsExactly("NONE");
    }
  }

  @Test
  void anUnmovedKeyIsDeletedOnce() {
    try (Scene scene = Scene.growing(Variant.STANDARD)) {
      String key = scene.keyWithValue();
      scene.open();

      assertThat(scene.c2.sync().del(key)).isEqualTo(1);
      assertThat(scene.c1.sync().del(key)).isZero();
      assertThat(scene.c1.sync().get(key)).isNull();
    }
  }

  @Test
  void twoDeletesOfAnUnmovedKeyAtOnceRemoveItOnce() throws Exception {
    try (Scene scene = Scene.growing(Variant.STANDARD)) {
      String key = scene.keyWithValue();
      scene.open();
      Step first = scene.c1.gate().before("adopt", key);
      Step second = scene.c2.gate().before("adopt", key);

      RedisFuture<Long> one = scene.c1.async().del(key);
      RedisFuture<Long> two = scene.c2.async().del(key);
      first.awaitHeld();
      second.awaitHeld();
      second.release();
      first.release();

      assertThat(List.of(KeyScenarios.get(one), KeyScenarios.get(two)))
          .containsExactlyInAnyOrder(0L, 1L);
    }
  }

  @Test
  void aKeyThatExpiresOnItsWayArrivesExpired() throws Exception {
    assertThat(KeyScenarios.adoptAfterExpiry(Variant.STANDARD)).isNull();
  }

  @Test
  void aClientThatEndsBeforeItRemovedTheOldCopyLosesNothing() throws Exception {
    try (Scene scene = Scene.growing(Variant.STANDARD)) {
      String key = scene.keyWithValue();
      Migration migration = scene.open();
      Step collect = scene.c1.gate().before("collect", key);
      assertThat(scene.c1.sync().get(key)).isEqualTo("v0");
      collect.awaitHeld();
      scene.c1.close();
      assertThat(scene.o.holds(key)).isTrue();

      assertThat(Scene.finish(migration)).isZero();

      assertThat(scene.o.holds(key)).isFalse();
      assertThat(scene.n.redis().get(key)).isEqualTo("v0");
    }
  }

  @Test
  void aClientThatEndsBetweenReadingAndGivingLosesNothing() throws Exception {
    try (Scene scene = Scene.growing(Variant.STANDARD)) {
      String key = scene.keyWithValue();
      Migration migration = scene.open();
      Step adopt = scene.c1.gate().before("adopt", key);
      RedisFuture<String> read = scene.c1.async().get(key);
      adopt.awaitHeld();
      scene.c1.close();
      assertThat(read.isDone()).isFalse();

      assertThat(Scene.finish(migration)).isZero();

      assertThat(scene.o.holds(key)).isFalse();
      assertThat(scene.c2.sync().get(key)).isEqualTo("v0");
    }
  }
}
