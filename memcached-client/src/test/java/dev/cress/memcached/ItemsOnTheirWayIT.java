package dev.cress.memcached;

import static dev.cress.memcached.Scene.answer;
import static dev.cress.memcached.Scene.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.memcached.internal.migration.ServerCalls.Step;
import dev.cress.migration.Migration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.spy.memcached.CASResponse;
import net.spy.memcached.CASValue;
import org.junit.jupiter.api.Test;

/** Times to live, flags and CAS tokens of keys that move. */
final class ItemsOnTheirWayIT {

  private static final long DAY_SECONDS = 86_400;

  /** Stores keys with different times to live and flags; tells what the server says of each. */
  private static Map<String, DirectServer.Item> store(Scene scene) {
    List<Long> flags = List.of(0L, 1L, 255L, 65_536L, 0x7fff_ffffL, 1L << 30);
    long now = System.currentTimeMillis() / 1_000;
    List<Long> expirations = List.of(0L, 60L, 30 * DAY_SECONDS, now + 40 * DAY_SECONDS);
    List<String> keys = scene.keys(flags.size() * expirations.size());
    Map<String, DirectServer.Item> stored = new TreeMap<>();
    for (int i = 0; i < keys.size(); i++) {
      String key = keys.get(i);
      long expiration = expirations.get(i / flags.size());
      scene.o.store(key, "text" + i, flags.get(i % flags.size()), expiration);
      stored.put(key, scene.o.look(key).orElseThrow());
    }
    return stored;
  }

  private static void assertArrived(Scene scene, Map<String, DirectServer.Item> stored) {
    stored.forEach(
        (key, before) -> {
          DirectServer.Item now = scene.n.look(key).orElseThrow();
          assertThat(now.isLike(before)).as("%s became %s", before, now).isTrue();
          if (before.ttl() < 0) {
            assertThat(now.ttl()).isEqualTo(-1);
          } else {
            assertThat(now.ttl()).isBetween(before.ttl() - 5, before.ttl() + 1);
          }
          assertThat(scene.o.holds(key)).isFalse();
        });
  }

  @Test
  void whoeverTouchesThemTheyKeepTheirTimeAndFlags() throws Exception {
    try (Scene scene = new Scene(Variant.STANDARD)) {
      Map<String, DirectServer.Item> stored = store(scene);
      scene.open();

      for (String key : stored.keySet()) {
        assertThat(answer(scene.c1.cache().add(key, 0, "x"))).isFalse();
      }

      assertArrived(scene, stored);
    }
  }

  @Test
  void movedInTheBackgroundTheyKeepTheirTimeAndFlags() throws Exception {
    try (Scene scene = new Scene(Variant.STANDARD)) {
      Map<String, DirectServer.Item> stored = store(scene);
      Migration migration = scene.open();

      assertThat(scene.finish(migration)).isZero();

      assertArrived(scene, stored);
    }
  }

  @Test
  void theLastSecondOfAValueIsNotMadeLonger() throws Exception {
    try (Scene scene = new Scene(Variant.STANDARD)) {
      String key = scene.key();
      scene.open();
      scene.o.store(key, "v0", 0, 3);
      await().until(() -> scene.o.look(key).orElseThrow().ttl() == 1);

      scene.c1.get(key);
      assertThat(scene.c1.gate().answers(Step.TAKE, "o", key)).containsExactly("PRESENT v0");
      assertThat(scene.c1.gate().answers(Step.PUT, "n", key)).containsExactly("DONE");

      scene.n.look(key).ifPresent(item -> assertThat(item.ttl()).isBetween(0, 1));
      await().until(() -> !scene.n.holds(key));
      assertThat(scene.c2.get(key)).isNull();
    }
  }

  @Test
  void aTokenOfThePreviousOwnerDoesNotFitTheValueAtItsOwner() throws Exception {
    try (Scene scene = new Scene(Variant.STANDARD)) {
      String key = scene.keyWith("v0");
      CASValue<Object> old = scene.c1.cache().gets(key);
      Migration migration = scene.open();

      assertThat(scene.c1.cache().cas(key, old.getCas(), "v1")).isEqualTo(CASResponse.EXISTS);
      assertThat(scene.c1.get(key)).isEqualTo("v0");
      CASValue<Object> fresh = scene.c1.cache().gets(key);
      assertThat(fresh.getValue()).isEqualTo("v0");
      assertThat(scene.c1.cache().cas(key, fresh.getCas(), "v1")).isEqualTo(CASResponse.OK);
      assertThat(scene.c1.cache().cas(key, fresh.getCas(), "v2")).isEqualTo(CASResponse.EXISTS);

      CASValue<Object> last = scene.c1.cache().gets(key);
      assertThat(scene.finish(migration)).isZero();
      assertThat(scene.c1.cache().cas(key, old.getCas(), "v3")).isEqualTo(CASResponse.EXISTS);
      assertThat(scene.c1.cache().cas(key, last.getCas(), "v3")).isEqualTo(CASResponse.OK);
      assertThat(scene.c2.get(key)).isEqualTo("v3");
    }
  }
}
