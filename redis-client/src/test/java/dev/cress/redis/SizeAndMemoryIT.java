package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cress.migration.MigrationEvent.Kind;
import dev.cress.migration.MigrationException;
import dev.cress.migration.MigrationPolicy;
import dev.cress.migration.MigrationPolicy.TooLarge;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Keys that are too large to move, and an owner that has too little memory. */
class SizeAndMemoryIT {

  private static final String FIVE_MB = "x".repeat(5 << 20);

  @Test
  void aKeyThatIsTooLargeFailsAndIsNotDumped() {
    try (Scene scene = Scene.growing(Variant.STANDARD)) {
      String key = scene.key();
      scene.c1.sync().set(key, FIVE_MB);
      scene.open();
      scene.o.redis().configResetstat();

      assertThatThrownBy(() -> scene.c1.sync().get(key))
          .isInstanceOf(MigrationException.class)
          .hasMessageContaining("exceeds maxKeySize 4194304")
          .hasMessageNotContaining(key);

      assertThat(scene.c1.saw(Kind.KEY_TOO_LARGE)).isTrue();
      assertThat(scene.o.redis().info("commandstats"))
          .contains("cmdstat_memory")
          .doesNotContain("cmdstat_dump");
      assertThat(scene.o.redis().strlen(key)).isEqualTo(5 << 20);
      assertThat(scene.n.holds(key)).isFalse();
    }
  }

  @Test
  void aKeyThatIsTooLargeIsDroppedIfThePolicySaysSo() {
    MigrationPolicy policy = Scene.policy().tooLarge(TooLarge.DROP).build();
    try (Scene scene = Scene.growing(Variant.STANDARD, policy)) {
      String key = scene.key();
      scene.c1.sync().set(key, FIVE_MB);
      scene.open();

      assertThat(scene.c1.sync().get(key)).isNull();

      assertThat(scene.c1.saw(Kind.KEY_TOO_LARGE)).isTrue();
      assertThat(scene.c2.sync().append(key, "new")).isEqualTo(3);
    }
  }

  /*
   * Every counter starts at 1000 on a server that keeps everything, and is then counted up at an
   * owner that evicts keys, marks and fences as it likes. An evicted counter starts again at 1;
   * any other value that does not follow the last one would be an old copy come back.
   */
  @Test
  void countersNeverGoBackToAnOldValueWhenTheOwnerEvicts() {
    String[] evicting = {"--maxmemory", "3mb", "--maxmemory-policy", "allkeys-lru"};
    MigrationPolicy policy = Scene.policy().build();
    try (Scene scene = Scene.growing(Variant.STANDARD, policy, new String[0], evicting)) {
      List<String> keys = scene.keys(3_000);
      List<String> counters = keys.subList(0, 200);
      List<String> fillers = keys.subList(200, 3_000);
      counters.forEach(key -> scene.c1.sync().set(key, "1000"));
      scene.open();
      SplittableRandom random = new SplittableRandom(20_240_601);
      Map<String, Long> last = new HashMap<>();

      for (int i = 0; i < 6_000; i++) {
        TestClient client = random.nextBoolean() ? scene.c1 : scene.c2;
        String counter = counters.get(random.nextInt(counters.size()));
        long value = client.sync().incr(counter);
        Long before = last.put(counter, value);
        long follows = before == null ? 1_001 : before + 1;
        assertThat(value).as("step %d, before %s", i, before).isIn(1L, follows);
        client.sync().set(fillers.get(random.nextInt(fillers.size())), "x".repeat(1_000));
      }

      assertThat(scene.n.redis().info("stats")).doesNotContain("evicted_keys:0\r");
    }
  }
}
