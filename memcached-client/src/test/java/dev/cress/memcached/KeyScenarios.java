package dev.cress.memcached;

import static dev.cress.memcached.Scene.answer;
import static dev.cress.memcached.Scene.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.memcached.StepGate.Stop;
import dev.cress.memcached.internal.migration.ServerCalls.Step;
import java.util.List;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** What two clients read when they meet at one key in an open window. */
final class KeyScenarios {

  private KeyScenarios() {}

  /** What C1 answered, what C2 reads behind it, and what the owner said to C1's held step. */
  record Read(@Nullable Object c1, @Nullable Object c2, @Nullable String ownerSaid) {}

  /** What becomes of a stub before C2 comes. */
  enum Stub {
    EVICTED,
    EXPIRED;

    void end(Scene scene, String key) {
      if (this == EVICTED) {
        scene.n.evict(key);
      } else {
        await().until(() -> !scene.n.holds(key));
      }
    }
  }

  private static @Nullable String said(TestClient client, Step step, String key) {
    return client.gate().answers(step, "n", key).stream().findFirst().orElse(null);
  }

  private static int timesLooked(TestClient client, String key) {
    return client.gate().answers(Step.LEASE, "n", key).size();
  }

  /** C1 holds a value; its stub ends; C2 deletes the key; then C1 wants to give the value. */
  static Read latePutAfterDelete(Variant variant, Stub stub) throws Exception {
    try (Scene scene = new Scene(variant)) {
      String key = scene.keyWith("v0");
      scene.open();
      Stop put = scene.c1.gate().before(Step.PUT, "n", key);
      Future<Object> read = scene.c1.cache().asyncGet(key);
      put.awaitHeld();
      stub.end(scene, key);
      assertThat(answer(scene.c2.cache().delete(key))).isFalse();
      put.release();
      Object c1 = answer(read);
      return new Read(c1, scene.c2.get(key), said(scene.c1, Step.PUT, key));
    }
  }

  /** As {@link #latePutAfterDelete}, so late that the tombstone is gone as well. */
  static Read latePutAfterTheTombstone(Variant variant) throws Exception {
    try (Scene scene = new Scene(variant)) {
      String key = scene.keyWith("v0");
      scene.open();
      Stop put = scene.c1.gate().before(Step.PUT, "n", key);
      Future<Object> read = scene.c1.cache().asyncGet(key);
      put.awaitHeld();
      scene.n.evict(key);
      assertThat(answer(scene.c2.cache().delete(key))).isFalse();
      scene.n.evict(key);
      put.release();
      Object c1 = answer(read);
      return new Read(c1, scene.c2.get(key), said(scene.c1, Step.PUT, key));
    }
  }

  /** The owner restarts while C1 holds a value; C2 finds nothing; then C1 wants to give it. */
  static Read latePutAfterRestart(Variant variant) throws Exception {
    try (Scene scene = new Scene(variant)) {
      String key = scene.keyWith("v0");
      String other = scene.keys(2).get(1);
      scene.open();
      Stop put = scene.c1.gate().before(Step.PUT, "n", key);
      Future<Object> read = scene.c1.cache().asyncGet(key);
      put.awaitHeld();
      scene.n.server().restart();
      await().ignoreExceptions().until(() -> scene.c1.get(other) == null);
      await().ignoreExceptions().until(() -> scene.c2.get(key) == null);
      put.release();
      Object c1 = answer(read);
      return new Read(c1, scene.c2.get(key), said(scene.c1, Step.PUT, key));
    }
  }

  /** C1 holds a tombstone; its stub is evicted; C2 sets the key; then C1's tombstone goes. */
  static Read lateTombstoneAfterSet(Variant variant) throws Exception {
    try (Scene scene = new Scene(variant)) {
      String key = scene.key();
      scene.open();
      Stop tombstone = scene.c1.gate().before(Step.TOMBSTONE, "n", key);
      Future<Object> read = scene.c1.cache().asyncGet(key);
      tombstone.awaitHeld();
      scene.n.evict(key);
      assertThat(answer(scene.c2.cache().set(key, 0, "v1"))).isTrue();
      tombstone.release();
      Object c1 = answer(read);
      return new Read(c1, scene.c2.get(key), said(scene.c1, Step.TOMBSTONE, key));
    }
  }

  /** C1 holds a value while C2 meets its lease; then C1 gives the value. */
  static Read readBehindALease(Variant variant) throws Exception {
    try (Scene scene = new Scene(variant)) {
      String key = scene.keyWith("v0");
      scene.open();
      Stop put = scene.c1.gate().before(Step.PUT, "n", key);
      Future<Object> read = scene.c1.cache().asyncGet(key);
      put.awaitHeld();
      Future<Object> behind = scene.c2.cache().asyncGet(key);
      await().until(() -> behind.isDone() || timesLooked(scene.c2, key) > 1);
      put.release();
      return new Read(answer(read), answer(behind), said(scene.c1, Step.PUT, key));
    }
  }

  /** A counter moves and counts up, and its new owner loses it; then another client reads it. */
  static @Nullable Object readAfterAnEviction(Variant variant) {
    try (Scene scene = new Scene(variant)) {
      String key = scene.keyWith("5");
      scene.open();
      assertThat(scene.c1.get(key)).isEqualTo("5");
      assertThat(scene.c1.cache().incr(key, 1)).isEqualTo(6);
      scene.n.evict(key);
      return scene.c2.get(key);
    }
  }

  /** C1 sets an unmoved key, and the owner loses it; then another client reads it. */
  static @Nullable Object readAfterASetAndAnEviction(Variant variant) throws Exception {
    try (Scene scene = new Scene(variant)) {
      String key = scene.keyWith("v0");
      scene.open();
      assertThat(answer(scene.c1.cache().set(key, 0, "v1"))).isTrue();
      scene.n.evict(key);
      return scene.leader.get(key);
    }
  }

  /** C1 deletes an unmoved key; then another client reads it. */
  static Read readAfterADelete(Variant variant) throws Exception {
    try (Scene scene = new Scene(variant)) {
      String key = scene.keyWith("v0");
      scene.open();
      boolean deleted = answer(scene.c1.cache().delete(key));
      return new Read(deleted, scene.leader.get(key), said(scene.c1, Step.LEASE, key));
    }
  }

  /**
   * C1 has looked at a moved value and is about to work on it; C2 deletes it, and somebody leases
   * the key anew. Answers what C1's and C2's deletes found.
   */
  static List<Boolean> deleteOfAStub(Variant variant) throws Exception {
    try (Scene scene = new Scene(variant)) {
      String key = scene.keyWith("v0");
      scene.open();
      assertThat(scene.c1.get(key)).isEqualTo("v0");
      Stop work = scene.c1.gate().before(Step.WORK, "n", key);
      Future<Boolean> one = scene.c1.cache().delete(key);
      work.awaitHeld();
      Boolean two = answer(scene.c2.cache().delete(key));
      Stop tombstone = leaseAnew(scene, key);
      work.release();
      Boolean found = answer(one);
      tombstone.release();
      return List.of(found, two);
    }
  }

  /** As {@link #deleteOfAStub}, with a counter. Answers what C1 counted. */
  static long countOnAStub(Variant variant) throws Exception {
    try (Scene scene = new Scene(variant)) {
      String key = scene.keyWith("5");
      scene.open();
      assertThat(scene.c1.get(key)).isEqualTo("5");
      Stop work = scene.c1.gate().before(Step.WORK, "n", key);
      Future<Long> count = scene.c1.cache().asyncIncr(key, 1);
      work.awaitHeld();
      assertThat(answer(scene.c2.cache().delete(key))).isTrue();
      Stop tombstone = leaseAnew(scene, key);
      work.release();
      long counted = answer(count);
      tombstone.release();
      return counted;
    }
  }

  /** Leaves the key leased by the leader until the stop is released. */
  static Stop leaseAnew(Scene scene, String key) {
    Stop tombstone = scene.leader.gate().before(Step.TOMBSTONE, "n", key);
    scene.leader.cache().asyncGet(key);
    tombstone.awaitHeld();
    assertThat(scene.n.look(key)).hasValueSatisfying(item -> assertThat(item.isLeased()).isTrue());
    return tombstone;
  }

  /** Two clients have looked at the same count, 5, and then count up. */
  static List<Long> twoCounts(Variant variant) throws Exception {
    try (Scene scene = new Scene(variant)) {
      String key = scene.keyWith("5");
      scene.open();
      Stop first = scene.c1.gate().before(Step.WORK, "n", key);
      Stop second = scene.c2.gate().before(Step.WORK, "n", key);
      Future<Long> one = scene.c1.cache().asyncIncr(key, 1);
      Future<Long> two = scene.c2.cache().asyncIncr(key, 1);
      first.awaitHeld();
      second.awaitHeld();
      first.release();
      long counted = answer(one);
      second.release();
      return List.of(counted, answer(two));
    }
  }
}
