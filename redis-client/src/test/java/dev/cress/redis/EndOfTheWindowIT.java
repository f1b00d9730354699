package dev.cress.redis;

import static dev.cress.redis.Scene.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.migration.Migration;
import dev.cress.node.NodeSet;
import dev.cress.redis.StepGate.Step;
import dev.cress.topology.Topology;
import io.lettuce.core.RedisFuture;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The end of a window, drained or not, and what an earlier window leaves for a later one. */
class EndOfTheWindowIT {

  @Test
  void anUndrainedCloseIsCountedAndADumpHeldOverItIsRefused() throws Exception {
    assertThat(EndScenarios.dumpHeldUntilClosed(Variant.STANDARD))
        .isEqualTo(Collections.nCopies(3, null));
    assertThat(EndScenarios.dumpHeldUntilDone(Variant.STANDARD))
        .isEqualTo(Collections.nCopies(3, null));
  }

  @Test
  void anUndrainedCloseTellsHowManyKeysAreLost() throws Exception {
    try (Scene scene = EndScenarios.endingSoon(Variant.STANDARD)) {
      List<String> keys = scene.keys(7);
      keys.forEach(key -> scene.c1.sync().set(key, "v0"));
      EndScenarios.refuseDrain(scene);

      assertThat(Scene.finish(scene.change(scene.both))).isEqualTo(7);

      scene.c1.awaitTopology(Topology.Stable.class, 2);
      assertThat(Scene.values(scene.c1, keys)).containsOnly("null");
    }
  }

  @Test
  void closingANodeAsPreviousOwnerDoesNotEndItAsOwner() throws Exception {
    assertThat(EndScenarios.readAfterTheOtherWayWasClosed(Variant.STANDARD)).containsOnly("v0");
  }

  @Test
  void keysThatMoveBothWaysAreAllKept() throws Exception {
    try (Scene scene = Scene.crossing(Variant.STANDARD)) {
      List<String> keys =
          Stream.concat(
                  scene.keys(scene.o.node(), scene.n.node(), 300).stream(),
                  scene.keys(scene.n.node(), scene.o.node(), 300).stream())
              .toList();
      keys.forEach(key -> scene.c1.sync().set(key, "v0"));

      assertThat(Scene.finish(scene.open())).isZero();

      assertThat(Scene.values(scene.c1, keys)).containsOnly("v0");
      assertThat(scene.o.redis().dbsize() + scene.n.redis().dbsize()).isEqualTo(600 + 2 * 2);
    }
  }

  @Test
  void aNodeThatOwnsAKeyAgainNeitherReadsItsOldCopyNorLosesTheKeyToALateRemoval() throws Exception {
    assertThat(EndScenarios.wayBackWithACopyLeft(Variant.STANDARD))
        .containsExactly("v1", "v1", "v1");
  }

  @Test
  void aDumpOfAnEarlierWindowIsRefusedInALaterOne() throws Exception {
    try (Scene scene = EndScenarios.endingSoon(Variant.STANDARD)) {
      String key = scene.keyWithValue();
      Step noDrain = EndScenarios.refuseDrain(scene);
      Step adopt = scene.c1.gate().before("adopt", key);
      Step closing = EndScenarios.holdClose(scene, 2);
      Migration away = scene.open();
      RedisFuture<String> read = scene.c1.async().get(key);
      adopt.awaitHeld();
      closing.release();
      Scene.finish(away);
      scene.c2.awaitTopology(Topology.Stable.class, 2);
      scene.c2.sync().set(key, "v1");
      assertThat(read.toCompletableFuture()).failsWithin(Duration.ofSeconds(15)); // C1 gives up
      scene.c1.awaitTopology(Topology.Stable.class, 2);
      noDrain.release();
      EndScenarios.holdClose(scene, 3);

      scene.open(NodeSet.of(scene.o.node()));
      adopt.release();

      await().until(() -> !scene.c1.gate().answers("adopt", key).isEmpty());
      assertThat(scene.c1.gate().answers("adopt", key).get(0)).isEqualTo("FENCE");
      assertThat(scene.c2.sync().get(key)).isEqualTo("v1");
    }
  }
}
