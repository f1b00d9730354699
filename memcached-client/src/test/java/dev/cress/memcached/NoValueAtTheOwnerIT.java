package dev.cress.memcached;

import static dev.cress.memcached.Scene.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cress.memcached.StepGate.Stop;
import dev.cress.migration.Migration;
import java.util.List;
import net.spy.memcached.CASResponse;
import org.junit.jupiter.api.Test;

/**
 * Every operation on a key under which its owner has a stub or a tombstone, which a plain command
 * would take for a value without content.
 */
final class NoValueAtTheOwnerIT {

  /** C1 knows that the key is at its owner, where nothing is left. */
  private static String settledKey(Scene scene) {
    String key = scene.key();
    assertThat(scene.c1.get(key)).isNull();
    scene.n.evict(key);
    return key;
  }

  @Test
  void aStubOfAnotherClientIsNoValue() throws Exception {
    try (Scene scene = new Scene(Variant.STANDARD)) {
      scene.open();
      String key = settledKey(scene);
      Stop tombstone = KeyScenarios.leaseAnew(scene, key);

      assertAnswersOfNoValue(scene, key);
      assertAdds(scene, key);
      tombstone.release();

      assertThat(scene.leader.get(key)).isEqualTo("added");
    }
  }

  @Test
  void aStubIsSetOver() throws Exception {
    try (Scene scene = new Scene(Variant.STANDARD)) {
      scene.open();
      String key = settledKey(scene);
      Stop tombstone = KeyScenarios.leaseAnew(scene, key);

      assertThat(answer(scene.c1.cache().set(key, 0, "set"))).isTrue();
      tombstone.release();

      assertThat(scene.leader.get(key)).isEqualTo("set");
    }
  }

  @Test
  void aTombstoneIsNoValue() throws Exception {
    try (Scene scene = new Scene(Variant.STANDARD)) {
      scene.open();
      String key = scene.key();
      assertThat(scene.c1.get(key)).isNull();
      assertThat(scene.n.look(key))
          .hasValueSatisfying(item -> assertThat(item.flags()).isEqualTo(1L << 31));

      assertAnswersOfNoValue(scene, key);
      assertAdds(scene, key);

      assertThat(scene.n.look(key)).hasValueSatisfying(item -> assertThat(item.flags()).isZero());
    }
  }

  @Test
  void aTombstoneIsNoValueToAClientThatMeetsIt() throws Exception {
    try (Scene scene = new Scene(Variant.STANDARD)) {
      scene.open();
      String key = scene.key();
      assertThat(scene.c2.get(key)).isNull();

      assertAnswersOfNoValue(scene, key);
      assertThat(answer(scene.c1.cache().set(key, 0, "set"))).isTrue();

      assertThat(scene.c2.get(key)).isEqualTo("set");
    }
  }

  @Test
  void stubsAndTombstonesThatAWindowLeftAreNoValues() throws Exception {
    try (Scene scene = new Scene(Variant.STANDARD)) {
      Migration migration = scene.open();
      List<String> keys = scene.keys(2);
      assertThat(scene.c2.get(keys.get(0))).isNull();
      assertThat(scene.finish(migration)).isZero();
      scene.n.leaveStub(keys.get(1), 5);

      for (String key : keys) {
        assertAnswersOfNoValue(scene, key);
        assertAdds(scene, key);
      }
    }
  }

  /** What an operation answers if there is no value; what stands there stays as it is. */
  private static void assertAnswersOfNoValue(Scene scene, String key) throws Exception {
    DirectServer.Item before = scene.n.look(key).orElseThrow();
    assertThat(before.text()).isEmpty();
    CressMemcachedClient cache = scene.c1.cache();

    assertThat(cache.get(key)).isNull();
    assertThat(cache.gets(key)).isNull();
    assertThat(cache.getBulk(key, "unchanged")).isEmpty();
    assertThat(cache.incr(key, 1)).isEqualTo(-1);
    assertThat(cache.decr(key, 1)).isEqualTo(-1);
    assertThatThrownBy(() -> cache.incr(key, -1, 7)).hasMessageContaining("invalid numeric delta");
    assertThat(answer(cache.append(key, "x"))).isFalse();
    assertThat(answer(cache.prepend(key, "x"))).isFalse();
    assertThat(answer(cache.replace(key, 0, "x"))).isFalse();
    assertThat(answer(cache.touch(key, 100))).isFalse();
    assertThat(cache.getAndTouch(key, 100)).isNull();
    assertThat(cache.cas(key, 1, "x")).isEqualTo(CASResponse.NOT_FOUND);
    assertThat(answer(cache.delete(key))).isFalse();

    DirectServer.Item after = scene.n.look(key).orElseThrow();
    assertThat(after.isLike(before)).isTrue();
    assertThat(after.ttl()).isBetween(0, before.ttl());
  }

  private static void assertAdds(Scene scene, String key) throws Exception {
    CressMemcachedClient cache = scene.c1.cache();

    assertThat(answer(cache.add(key, 0, "added"))).isTrue();
    assertThat(answer(cache.add(key, 0, "again"))).isFalse();

    assertThat(cache.get(key)).isEqualTo("added");
    assertThat(scene.n.text(key)).isEqualTo("added");
  }
}
