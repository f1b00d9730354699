package dev.cress.redis;

import static dev.cress.redis.Scene.await;

import dev.cress.migration.Migration;
import dev.cress.node.NodeSet;
import dev.cress.redis.StepGate.Step;
import dev.cress.redis.internal.migration.InternalKeys;
import dev.cress.topology.Topology;
import io.lettuce.core.RedisFuture;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What clients read around the end of a window. */
final class EndScenarios {

  private EndScenarios() {}

  /** A scene whose windows end soon; the leader can drain nothing until the step is released. */
  static Scene endingSoon(Variant variant) {
    return Scene.growing(variant, Scene.policy().windowEnd(Duration.ofMillis(300)).build());
  }

  /** Stops the leader before it closes the previous owners of a version. */
  static Step holdClose(Scene scene, long version) {
    return scene.leader.gate().before("raise", version + ":2");
  }

  static Step refuseDrain(Scene scene) {
    return scene.leader.gate().before("dump").refuse();
  }

  /**
   * C1 holds a dump while the window closes undrained. Between the close at the previous owner and
   * the end at the owner C2 reads, then C1 goes on, then C2 reads again: three answers.
   */
  static List<@Nullable String> dumpHeldUntilClosed(Variant variant) throws Exception {
    try (Scene scene = endingSoon(variant)) {
      String key = scene.keyWithValue();
      refuseDrain(scene);
      Step closing = holdClose(scene, 2);
      Step ending = scene.leader.gate().before("done");
      Step adopt = scene.c1.gate().before("adopt", key);
      Migration migration = scene.open();
      RedisFuture<String> read = scene.c1.async().get(key);
      adopt.awaitHeld();
      closing.release();
      ending.awaitHeld();
      String between = scene.c2.sync().get(key);
      adopt.release();
      String held = KeyScenarios.get(read);
      ending.release();
      Scene.finish(migration);
      return Arrays.asList(between, held, scene.c2.sync().get(key));
    }
  }

  /** As {@link #dumpHeldUntilClosed}, but C1 goes on when the window is over everywhere. */
  static List<@Nullable String> dumpHeldUntilDone(Variant variant) throws Exception {
    try (Scene scene = endingSoon(variant)) {
      String key = scene.keyWithValue();
      refuseDrain(scene);
      Step closing = holdClose(scene, 2);
      Step adopt = scene.c1.gate().before("adopt", key);
      Migration migration = scene.open();
      RedisFuture<String> read = scene.c1.async().get(key);
      adopt.awaitHeld();
      closing.release();
      Scene.finish(migration);
      scene.c2.awaitTopology(Topology.Stable.class, 2);
      String after = scene.c2.sync().get(key);
      adopt.release();
      return Arrays.asList(after, KeyScenarios.get(read), scene.c2.sync().get(key));
    }
  }

  /**
   * Keys move both ways. All keys that leave {@code o} have moved and {@code o} is closed as a
   * previous owner, while {@code n} still holds keys that {@code o} will own: these are read.
   */
  static List<String> readAfterTheOtherWayWasClosed(Variant variant) throws Exception {
    try (Scene scene = Scene.crossing(variant)) {
      List<String> leaving = scene.keys(scene.o.node(), scene.n.node(), 20);
      List<String> coming = scene.keys(scene.n.node(), scene.o.node(), 20);
      Stream.concat(leaving.stream(), coming.stream()).forEach(k -> scene.c1.sync().set(k, "v0"));
      scene.open();
      Scene.values(scene.c1, leaving);
      scene.o.redis().set(InternalKeys.PREFIX + "out", "2:2");
      return Scene.values(scene.c2, coming);
    }
  }

  /**
   * A key moves away and back; C1 never gets to remove its first copy, and the first window closes
   * undrained. Read in the second window before and after C1's late removal, and at its end.
   */
  static List<@Nullable String> wayBackWithACopyLeft(Variant variant) throws Exception {
    try (Scene scene = endingSoon(variant)) {
      String key = scene.keyWithValue();
      Step noDrain = refuseDrain(scene);
      Step closing = holdClose(scene, 2);
      Migration away = scene.open();
      Step collect = scene.c1.gate().before("collect", key);
      scene.c1.sync().set(key, "v1");
      collect.awaitHeld();
      closing.release();
      Scene.finish(away);
      noDrain.release();

      Step closingAgain = holdClose(scene, 3);
      Migration back = scene.open(NodeSet.of(scene.o.node()));
      String before = scene.c2.sync().get(key);
      collect.release();
      await().until(() -> !scene.c1.gate().answers("collect", key).isEmpty());
      String after = scene.c2.sync().get(key);
      closingAgain.release();
      Scene.finish(back);
      scene.c2.awaitTopology(Topology.Stable.class, 3);
      return Arrays.asList(before, after, scene.c2.sync().get(key));
    }
  }
}
