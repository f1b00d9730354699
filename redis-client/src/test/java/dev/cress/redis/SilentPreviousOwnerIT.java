package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cress.migration.Migration;
import dev.cress.migration.MigrationException;
import dev.cress.migration.MigrationPolicy;
import dev.cress.migration.MigrationPolicy.PreviousOwnerFailure;
import dev.cress.node.NodeSet;
import dev.cress.redis.error.NodeUnavailableException;
import dev.cress.redis.internal.migration.Scripts;
import dev.cress.topology.Phase;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The window is open and a previous owner is frozen: connections stay, nothing is answered. */
class SilentPreviousOwnerIT {

  private final Fleet fleet = new Fleet();
  private final HeldScripts scripts = new HeldScripts();
  private final NodeSet two = fleet.nodes("a", "b");
  private final NodeSet three = fleet.nodes("a", "b", "c");
  private final List<String> moving = Fleet.keys(two, "a", three, "c", 8);
  private final String elsewhere = Fleet.keys(two, "b", three, "b", 1).get(0);
  private final String movingFromB = Fleet.keys(two, "b", three, "c", 1).get(0);

  @AfterEach
  void stop() {
    fleet.server("a").resume();
    fleet.close();
  }

  private CressRedisClient client(MigrationPolicy.Builder policy) {
    return CressRedisClient.builder()
        .nodes(two)
        .migration(policy.mode(MigrationPolicy.Mode.LAZY).build())
        .scripts(scripts, Scripts.STANDARD)
        .build();
  }

  private Migration openWindow(CressRedisClient client, RedisCommands<String, String> redis) {
    moving.forEach(key -> redis.set(key, "value of " + key));
    redis.set(elsewhere, "elsewhere");
    redis.set(movingFromB, "from b");
    Migration migration = client.changeTo(three);
    Fleet.awaitPhase(migration, Phase.MIGRATE);
    return migration;
  }

  /**
   * The default time-out. It may also end a read at a server that is only slow: none is done here.
   */
  @Test
  void commandsOnItsUnmovedKeysFailSoon() throws Exception {
    try (CressRedisClient client =
        client(MigrationPolicy.builder().patience(Duration.ofSeconds(10)))) {
      RedisCommands<String, String> redis = client.connect().sync();
      final Migration migration = openWindow(client, redis);

      fleet.server("a").pause();
      long start = System.nanoTime();
      assertThatThrownBy(() -> redis.get(moving.get(0)))
          .hasStackTraceContaining(MigrationException.class.getName())
          .hasStackTraceContaining("previous owner a");
      long elapsed = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);

      assertThat(elapsed).isBetween(90L, 2_000L);
      assertThat(redis.get(elsewhere)).isEqualTo("elsewhere");
      fleet.server("a").resume();
      migration.drain();
      assertThat(Fleet.end(migration)).isZero();
      for (String key : moving) {
        assertThat(redis.get(key)).isEqualTo("value of " + key);
      }
    }
  }

  @Test
  void allOtherKeysWork() throws Exception {
    try (CressRedisClient client = client(Fleet.policy())) {
      RedisCommands<String, String> redis = client.connect().sync();
      Migration migration = openWindow(client, redis);
      assertThat(redis.get(moving.get(7))).isEqualTo("value of " + moving.get(7));

      fleet.server("a").pause();
      assertThat(redis.get(moving.get(7))).isEqualTo("value of " + moving.get(7));
      assertThat(redis.get(elsewhere)).isEqualTo("elsewhere");
      assertThat(redis.get(movingFromB)).isEqualTo("from b");
      fleet.server("a").resume();

      assertThat(redis.get(moving.get(0))).isEqualTo("value of " + moving.get(0));
      migration.drain();
      assertThat(Fleet.end(migration)).isZero();
    }
  }

  @Test
  void afterFiveFailuresItIsNotAskedAnyMore() throws Exception {
    Duration silence = Duration.ofSeconds(2);
    try (CressRedisClient client = client(Fleet.policy().previousOwnerTimeout(silence))) {
      StatefulRedisConnection<String, String> connection = client.connect();
      openWindow(client, connection.sync());
      fleet.server("a").pause();
      List<RedisFuture<String>> failing =
          moving.subList(0, 5).stream().map(key -> connection.async().get(key)).toList();
      for (RedisFuture<String> each : failing) {
        assertThatThrownBy(() -> each.get(10, TimeUnit.SECONDS))
            .isInstanceOf(ExecutionException.class);
      }
      long asked = scripts.count("dump", "a");

      RedisFuture<String> sixth = connection.async().get(moving.get(5));

      assertThatThrownBy(() -> sixth.get(silence.toMillis() / 2, TimeUnit.MILLISECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasStackTraceContaining(NodeUnavailableException.class.getName());
      assertThat(scripts.count("dump", "a")).isEqualTo(asked);
    }
  }

  @Test
  void aKeyThatWasTreatedAsAMissStaysAMiss() throws Exception {
    try (CressRedisClient client =
        client(
            MigrationPolicy.builder().previousOwnerFailure(PreviousOwnerFailure.TREAT_AS_MISS))) {
      RedisCommands<String, String> redis = client.connect().sync();
      Migration migration = openWindow(client, redis);
      fleet.server("a").pause();

      assertThat(redis.get(moving.get(0))).isNull();
      assertThat(redis.setnx(moving.get(1), "new")).isTrue();
      fleet.server("a").resume();

      assertThat(redis.get(moving.get(0))).isNull();
      assertThat(redis.get(moving.get(1))).isEqualTo("new");
      assertThat(redis.get(moving.get(2))).isEqualTo("value of " + moving.get(2));
      migration.drain();
      assertThat(Fleet.end(migration)).isZero();
      assertThat(redis.get(moving.get(0))).isNull();
      assertThat(redis.get(moving.get(1))).isEqualTo("new");
      assertThat(redis.get(moving.get(3))).isEqualTo("value of " + moving.get(3));
      assertThat(fleet.at("a").exists(moving.toArray(String[]::new))).isZero();
    }
  }
}
