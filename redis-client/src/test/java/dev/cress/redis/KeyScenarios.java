package dev.cress.redis;

import static dev.cress.redis.Scene.await;

import dev.cress.redis.StepGate.Step;
import io.lettuce.core.RedisFuture;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What two clients read when they meet at one key in an open window. */
final class KeyScenarios {

  private KeyScenarios() {}

  /** What C1 answered, what C2 reads behind it, and what the owner said to C1's held dump. */
  record Read(@Nullable String c1, @Nullable String c2, String ownerSaid) {}

  static <T> @Nullable T get(RedisFuture<T> future) throws Exception {
    return future.get(10, TimeUnit.SECONDS);
  }

  /**
   * C1 holds a dump; C2 deletes the key and its copy; then C1 wants to give the dump to the owner.
   */
  static Read lateAdoptAfterDelete(Variant variant) throws Exception {
    try (Scene scene = Scene.growing(variant)) {
      String key = scene.keyWithValue();
      scene.open();
      Step adopt = scene.c1.gate().before("adopt", key);
      RedisFuture<String> read = scene.c1.async().get(key);
      adopt.awaitHeld();
      scene.c2.sync().del(key);
      await().until(() -> !scene.o.holds(key));
      adopt.release();
      String c1 = get(read);
      String ownerSaid = scene.c1.gate().answers("adopt", key).get(0);
      return new Read(c1, scene.c2.sync().get(key), ownerSaid);
    }
  }

  /** As {@link #lateAdoptAfterDelete}, so late that the mark of the deleted key is gone. */
  static Read adoptAfterTheMarkEnded(Variant variant) throws Exception {
    Duration deadline = Duration.ofMillis(200);
    try (Scene scene = Scene.growing(variant, Scene.policy().adoptDeadline(deadline).build())) {
      String key = scene.keyWithValue();
      Iterator<String> others = othersWithValue(scene);
      scene.open();
      Step adopt = scene.c1.gate().before("adopt", key);
      RedisFuture<String> read = scene.c1.async().get(key);
      adopt.awaitHeld();
      scene.c2.sync().del(key);
      await().until(() -> !scene.o.holds(key));
      pruneUntilUnmarked(scene, key, others);
      adopt.release();
      String c1 = get(read);
      String ownerSaid = scene.c1.gate().answers("adopt", key).get(0);
      return new Read(c1, scene.c2.sync().get(key), ownerSaid);
    }
  }

  private static Iterator<String> othersWithValue(Scene scene) {
    List<String> others = scene.keys(1_000).subList(1, 1_000);
    others.forEach(key -> scene.c1.sync().set(key, "other"));
    return others.iterator();
  }

  /* Each move of another key confirms its removal, and that ends the marks that are due. */
  private static void pruneUntilUnmarked(Scene scene, String key, Iterator<String> others) {
    await()
        .pollInterval(Duration.ofMillis(20))
        .until(
            () -> {
              scene.c2.sync().get(others.next());
              return !scene.n.marks(2, key);
            });
  }

  /**
   * C1 overwrites a key for a short time while nobody can remove its old copy. When the new value
   * has expired and old marks have ended, C2 reads.
   */
  static @Nullable String readAfterExpiryWithTheOldCopyLeft(Variant variant) throws Exception {
    Duration deadline = Duration.ofMillis(200);
    try (Scene scene = Scene.growing(variant, Scene.policy().adoptDeadline(deadline).build())) {
      String key = scene.keyWithValue();
      Iterator<String> others = othersWithValue(scene);
      scene.open();
      Step collect = scene.c1.gate().before("collect", key);
      scene.c1.sync().psetex(key, 50, "v1");
      collect.awaitHeld();
      await().until(() -> !scene.n.holds(key));
      String canary = others.next();
      scene.c2.sync().get(canary);
      pruneUntilUnmarked(scene, canary, others);
      return scene.c2.sync().get(key);
    }
  }

  /** C1 holds a dump until its time to live is over, then gives it to the owner and reads. */
  static @Nullable String adoptAfterExpiry(Variant variant) throws Exception {
    try (Scene scene = Scene.growing(variant)) {
      String key = scene.key();
      scene.c1.sync().psetex(key, 1_000, "v0");
      scene.open();
      Step adopt = scene.c1.gate().before("adopt", key);
      RedisFuture<String> read = scene.c1.async().get(key);
      adopt.awaitHeld();
      await().until(() -> !scene.o.holds(key));
      adopt.release();
      return get(read);
    }
  }
}
