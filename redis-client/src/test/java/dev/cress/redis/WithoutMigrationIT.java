package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.migration.Migration;
import dev.cress.migration.MigrationPolicy;
import dev.cress.node.NodeSet;
import dev.cress.topology.Phase;
import io.lettuce.core.api.sync.RedisCommands;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The policies that do not move every key at once: off, and lazy with a drain when asked. */
class WithoutMigrationIT {

  private final Fleet fleet = new Fleet();
  private final NodeSet two = fleet.nodes("a", "b");
  private final NodeSet three = fleet.nodes("a", "b", "c");
  private final String moving = Fleet.keys(two, "a", three, "c", 2).get(0);
  private final String untouched = Fleet.keys(two, "a", three, "c", 2).get(1);
  private final String staying = Fleet.keys(two, "b", three, "b", 1).get(0);

  @AfterEach
  void stop() {
    fleet.close();
  }

  @Test
  void offLetsChangedKeysStartEmptyAndNeverShowsAStaleValue() throws Exception {
    try (CressRedisClient client =
        CressRedisClient.builder()
            .nodes(two)
            .migration(Fleet.policy().mode(MigrationPolicy.Mode.OFF).build())
            .build()) {
      RedisCommands<String, String> redis = client.connect().sync();
      redis.set(moving, "old");
      redis.set(untouched, "old");
      redis.set(staying, "stays");

      assertThat(Fleet.end(client.changeTo(three))).isZero();
      assertThat(redis.get(moving)).isNull();
      assertThat(redis.get(staying)).isEqualTo("stays");
      redis.set(moving, "new");
      assertThat(Fleet.end(client.changeTo(two))).isZero();

      assertThat(redis.get(moving)).isNull();
      assertThat(redis.get(untouched)).isNull();
      assertThat(redis.get(staying)).isEqualTo("stays");
      assertThat(Fleet.end(client.changeTo(three))).isZero();
      assertThat(redis.get(moving)).isNull();
      assertThat(redis.get(staying)).isEqualTo("stays");
    }
  }

  @Test
  void lazyMovesWhatIsTouchedAndTheRestWhenAsked() throws Exception {
    try (CressRedisClient client =
        CressRedisClient.builder().nodes(two).migration(Fleet.lazy()).build()) {
      RedisCommands<String, String> redis = client.connect().sync();
      redis.set(moving, "touched");
      redis.set(untouched, "untouched");
      Migration migration = client.changeTo(three);
      Fleet.awaitPhase(migration, Phase.MIGRATE);

      assertThat(redis.get(moving)).isEqualTo("touched");
      assertThat(fleet.at("c").get(moving)).isEqualTo("touched");
      assertThat(fleet.at("a").get(untouched)).isEqualTo("untouched");
      assertThat(fleet.at("c").exists(untouched)).isZero();
      assertThat(migration.completion()).isNotDone();
      migration.drain();

      assertThat(Fleet.end(migration)).isZero();
      assertThat(fleet.at("c").get(untouched)).isEqualTo("untouched");
      assertThat(fleet.at("a").exists(moving, untouched)).isZero();
      assertThat(redis.get(untouched)).isEqualTo("untouched");
      assertThat(fleet.at("c").keys("__cress__:marks*")).isEmpty();
    }
  }
}
