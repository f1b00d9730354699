package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.migration.Migration;
import dev.cress.migration.MigrationPolicy;
import dev.cress.node.NodeSet;
import dev.cress.redis.StepGate.Step;
import dev.cress.topology.Phase;
import dev.cress.topology.Topology;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The client that leads a change is shut down in the middle of it. */
class LeaderLossIT {

  private static final List<String> FENCES = List.of("__cress__:in", "__cress__:out");

  @Test
  void aChangeWhoseLeaderEndsWhileItPreparesIsCancelled() {
    try (Scene scene = Scene.growing(Variant.STANDARD)) {
      String key = scene.keyWithValue();
      Step raising = scene.leader.gate().before("raise", "n");
      scene.change(scene.both);
      raising.awaitHeld();
      assertThat(scene.source.current().phase()).isEqualTo(Phase.PREPARE);

      scene.leader.close();

      assertOldTopologyWorks(scene, key);
    }
  }

  @Test
  void aChangeWhoseLeaderEndsInTheHoldIsCancelledAndLeavesNoTrace() {
    try (Scene scene = Scene.growing(Variant.STANDARD)) {
      String key = scene.keyWithValue();
      Step opening = scene.leader.gate().before("open_in", "o");
      Step undoing = scene.leader.gate().before("done", "n");
      scene.change(scene.both);
      opening.awaitHeld();
      assertThat(scene.source.current().phase()).isEqualTo(Phase.HOLD);
      assertThat(scene.n.fence("in")).startsWith("2:1:");

      CompletableFuture<Void> closing = CompletableFuture.runAsync(scene.leader::close);
      undoing.awaitHeld();
      undoing.release();

      assertThat(closing).succeedsWithin(10, TimeUnit.SECONDS);
      assertOldTopologyWorks(scene, key);
      assertThat(scene.o.internalKeys()).isEqualTo(FENCES);
      assertThat(scene.n.internalKeys()).isEqualTo(FENCES);
      assertThat(scene.n.fence("in")).isEqualTo("2:2");
    }
  }

  private static void assertOldTopologyWorks(Scene scene, String key) {
    for (TestClient client : List.of(scene.c1, scene.c2)) {
      client.awaitTopology(Topology.Stable.class, 3);
      assertThat(client.client().topology().nodes()).isEqualTo(NodeSet.of(scene.o.node()));
      assertThat(client.sync().get(key)).isEqualTo("v0");
    }
    assertThat(scene.o.holds(key)).isTrue();
    assertThat(scene.n.holds(key)).isFalse();
  }

  @Test
  void anOpenWindowIsFinishedByAnotherClient() {
    MigrationPolicy policy = Scene.policy().windowEnd(Duration.ofSeconds(2)).build();
    try (Scene scene = Scene.growing(Variant.STANDARD, policy)) {
      List<String> keys = scene.keys(300);
      keys.forEach(key -> scene.c1.sync().set(key, "v0"));
      scene.open();

      scene.leader.close();

      assertThat(Scene.values(scene.c1, keys.subList(0, 10))).containsOnly("v0");
      scene.c1.awaitTopology(Topology.Stable.class, 2);
      scene.c2.awaitTopology(Topology.Stable.class, 2);
      assertThat(Scene.values(scene.c2, keys)).containsOnly("v0");
      assertThat(scene.o.internalKeys()).isEqualTo(FENCES);
      assertThat(scene.o.redis().dbsize()).isEqualTo(2);
    }
  }

  @Test
  void aWindowWhoseLeaderEndsBetweenTheTwoStepsOfItsEndIsFinishedByAnotherClient() {
    MigrationPolicy policy = Scene.policy().windowEnd(Duration.ofMillis(300)).build();
    try (Scene scene = Scene.growing(Variant.STANDARD, policy)) {
      String key = scene.keyWithValue();
      Step ending = scene.leader.gate().before("done");
      scene.change(scene.both);
      ending.awaitHeld();
      assertThat(scene.o.fence("out")).isEqualTo("2:2");
      assertThat(scene.n.fence("in")).startsWith("2:1:");

      scene.leader.close();

      scene.c1.awaitTopology(Topology.Stable.class, 2);
      scene.c2.awaitTopology(Topology.Stable.class, 2);
      assertThat(scene.n.fence("in")).isEqualTo("2:2");
      assertThat(scene.c2.sync().get(key)).isEqualTo("v0");
    }
  }

  @Test
  void aClientWhoseOwnChangeWaitsTakesOverAllTheSame() {
    try (Scene scene = Scene.growing(Variant.STANDARD)) {
      String key = scene.keyWithValue();
      scene.open();
      Migration waiting = scene.c1.client().changeTo(NodeSet.of(scene.o.node()));
      waiting.drain();
      scene.c2.close();

      scene.leader.close();

      assertThat(waiting.completion()).succeedsWithin(30, TimeUnit.SECONDS).isEqualTo(0L);
      assertThat(scene.c1.sync().get(key)).isEqualTo("v0");
      assertThat(scene.o.holds(key)).isTrue();
    }
  }
}
