package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.migration.Migration;
import dev.cress.migration.MigrationEvent.Kind;
import dev.cress.migration.MigrationException;
import dev.cress.node.NodeSet;
import dev.cress.redis.StepGate.Step;
import dev.cress.topology.Topology;
import io.lettuce.core.RedisFuture;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A change from its proposal to its end, with clients that come and go. */
class ChangeLifeIT {

  private static final List<String> FENCES = List.of("__cress__:in", "__cress__:out");

  @Test
  void nothingButTheFencesIsLeftAfterAChange() throws Exception {
    try (Scene scene = Scene.growing(Variant.STANDARD)) {
      List<String> keys = scene.keys(50);
      keys.forEach(key -> scene.c1.sync().set(key, "v0"));
      Migration migration = scene.open();
      scene.c1.sync().del(keys.get(0));
      scene.c2.sync().get(keys.get(1));

      assertThat(Scene.finish(migration)).isZero();

      assertThat(scene.o.internalKeys()).isEqualTo(FENCES);
      assertThat(scene.n.internalKeys()).isEqualTo(FENCES);
      assertThat(scene.o.redis().dbsize()).isEqualTo(2);
      assertThat(scene.n.redis().dbsize()).isEqualTo(2 + 49);
    }
  }

  @Test
  void clientsOfOneSourceSeeOneVersion() throws Exception {
    try (Scene scene = Scene.growing(Variant.STANDARD)) {
      assertThat(scene.c1.client().topology().version()).isEqualTo(1);
      assertThat(scene.c2.client().topology().version()).isEqualTo(1);

      Scene.finish(scene.open());

      scene.c1.awaitTopology(Topology.Stable.class, 2);
      scene.c2.awaitTopology(Topology.Stable.class, 2);
      assertThat(scene.c1.client().topology().nodes()).isEqualTo(scene.both);
      assertThat(scene.c2.client().topology().nodes()).isEqualTo(scene.both);
    }
  }

  @Test
  void aClientThatDoesNotAcknowledgeInTimeCancelsTheChange() {
    try (Scene scene =
        Scene.growing(Variant.STANDARD, Scene.policy().patience(Duration.ofMillis(300)).build())) {
      String key = scene.keyWithValue();
      scene.source.join("mute", document -> {});

      assertThat(scene.change(scene.both).completion())
          .failsWithin(10, TimeUnit.SECONDS)
          .withThrowableThat()
          .withCauseInstanceOf(MigrationException.class)
          .withMessageContaining("did not acknowledge");

      scene.c1.awaitTopology(Topology.Stable.class, 3);
      assertThat(scene.c1.client().topology().nodes()).isEqualTo(NodeSet.of(scene.o.node()));
      assertThat(scene.c1.sync().get(key)).isEqualTo("v0");
      assertThat(scene.o.redis().get(key)).isEqualTo("v0");
      assertThat(scene.n.redis().dbsize()).isEqualTo(2);
      assertThat(scene.leader.saw(Kind.CANCELLED)).isTrue();
    }
  }

  @Test
  void commandsThatWaitedInTheHoldOfACancelledChangeRunAtThePreviousOwner() throws Exception {
    try (Scene scene = Scene.growing(Variant.STANDARD)) {
      String key = scene.keyWithValue();
      Step opening = scene.leader.gate().before("open_in", "o");
      Migration migration = scene.change(scene.both);
      opening.awaitHeld();

      RedisFuture<Long> append = scene.c1.async().append(key, "+");
      assertThat(append.isDone()).isFalse();
      opening.refuse();

      assertThat(KeyScenarios.get(append)).isEqualTo(3);
      assertThat(migration.completion()).failsWithin(10, TimeUnit.SECONDS);
      assertThat(scene.o.redis().get(key)).isEqualTo("v0+");
      assertThat(scene.o.internalKeys()).isEqualTo(FENCES);
      assertThat(scene.n.internalKeys()).isEqualTo(FENCES);
    }
  }

  @Test
  void aChangeAfterACancelledOneSucceeds() throws Exception {
    try (Scene scene = Scene.growing(Variant.STANDARD)) {
      String key = scene.keyWithValue();
      Step opening = scene.leader.gate().before("open_in", "o").refuse();
      assertThat(scene.change(scene.both).completion()).failsWithin(10, TimeUnit.SECONDS);
      opening.release();

      assertThat(Scene.finish(scene.open())).isZero();

      assertThat(scene.c1.sync().get(key)).isEqualTo("v0");
      assertThat(scene.n.redis().get(key)).isEqualTo("v0");
    }
  }

  @Test
  void aClientThatJoinsInTheHoldTakesPart() throws Exception {
    try (Scene scene = Scene.growing(Variant.STANDARD)) {
      String key = scene.keyWithValue();
      Step opening = scene.leader.gate().before("open_in", "o");
      Migration migration = scene.change(scene.both);
      opening.awaitHeld();

      try (TestClient joined = scene.join()) {
        assertThat(joined.client().topology()).isInstanceOf(Topology.Holding.class);
        RedisFuture<String> read = joined.async().get(key);
        assertThat(read.isDone()).isFalse();
        opening.release();

        assertThat(KeyScenarios.get(read)).isEqualTo("v0");
        assertThat(scene.n.redis().get(key)).isEqualTo("v0");
        assertThat(Scene.finish(migration)).isZero();
        joined.awaitTopology(Topology.Stable.class, 2);
      }
    }
  }

  @Test
  void aClientThatJoinsInTheWindowMovesKeys() throws Exception {
    try (Scene scene = Scene.growing(Variant.STANDARD)) {
      String key = scene.keyWithValue();
      Migration migration = scene.open();

      try (TestClient joined = scene.join()) {
        assertThat(joined.client().topology()).isInstanceOf(Topology.Migrating.class);
        assertThat(joined.sync().append(key, "+")).isEqualTo(3);

        assertThat(scene.n.redis().get(key)).isEqualTo("v0+");
        assertThat(Scene.finish(migration)).isZero();
        assertThat(joined.sync().get(key)).isEqualTo("v0+");
      }
    }
  }
}
