package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cress.migration.Migration;
import dev.cress.migration.MigrationPolicy.Leftovers;
import dev.cress.node.NoNodesException;
import dev.cress.node.NodeSet;
import dev.cress.topology.Phase;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Changes that would lose data or that somebody does not take part in, and their exceptions. */
class RefusedChangesIT {

  private static final int KEYS = 200;

  private final Fleet fleet = new Fleet();
  private final NodeSet three = fleet.nodes("a", "b", "c");
  private final NodeSet four = fleet.nodes("a", "b", "c", "d");

  @AfterEach
  void stop() {
    fleet.close();
  }

  private CressRedisClientBuilder builder() {
    return CressRedisClient.builder().nodes(three).migration(Fleet.policy().build());
  }

  private static void fill(RedisCommands<String, String> redis) {
    for (int i = 0; i < KEYS; i++) {
      redis.set("key" + i, "value" + i);
    }
  }

  private static void assertAllThere(RedisCommands<String, String> redis) {
    for (int i = 0; i < KEYS; i++) {
      assertThat(redis.get("key" + i)).isEqualTo("value" + i);
    }
  }

  @Test
  void moreThanHalfOfTheNodesDoNotGoAtOnce() {
    try (CressRedisClient client = builder().build()) {
      RedisCommands<String, String> redis = client.connect().sync();
      fill(redis);

      assertThatThrownBy(() -> Fleet.end(client.changeTo(fleet.nodes("a"))))
          .hasStackTraceContaining("drops 2 of 3 nodes at once")
          .hasStackTraceContaining("force()");

      assertThat(client.topology().nodes()).isEqualTo(three);
      assertAllThere(redis);
    }
  }

  @Test
  void unlessForced() throws Exception {
    try (CressRedisClient client = builder().migration(Fleet.policy().force().build()).build()) {
      RedisCommands<String, String> redis = client.connect().sync();
      fill(redis);

      assertThat(Fleet.end(client.changeTo(fleet.nodes("a")))).isZero();

      assertAllThere(redis);
      assertThat(fleet.at("a").keys("key*")).hasSize(KEYS);
    }
  }

  @Test
  void aServerWithUnknownDataDoesNotJoin() {
    fleet.at("d").set("somebody's", "data");
    try (CressRedisClient client = builder().build()) {
      RedisCommands<String, String> redis = client.connect().sync();
      fill(redis);

      assertThatThrownBy(() -> Fleet.end(client.changeTo(four)))
          .hasStackTraceContaining("node d holds data but never was part of this cache");

      assertThat(fleet.at("d").get("somebody's")).isEqualTo("data");
      assertThat(fleet.at("d").dbsize()).isOne();
      assertAllThere(redis);
    }
  }

  @Test
  void unlessItsLeftoversAreSwept() throws Exception {
    List<String> leaving = Fleet.keys(three, "a", four, "d", 5);
    String staying = Fleet.keys(three, "b", four, "b", 1).get(0);
    leaving.forEach(key -> fleet.at("d").set(key, "stale"));
    fleet.at("d").set(staying, "not d's");
    try (CressRedisClient client =
        builder().migration(Fleet.policy().leftovers(Leftovers.SWEEP).build()).build()) {
      RedisCommands<String, String> redis = client.connect().sync();
      fill(redis);
      redis.del(leaving.get(0));

      assertThat(Fleet.end(client.changeTo(four))).isZero();

      assertThat(redis.get(leaving.get(0))).isNull();
      for (String key : leaving.subList(1, 5)) {
        assertThat(redis.get(key)).isEqualTo(key.replace("key", "value"));
      }
      assertThat(fleet.at("d").get(staying)).isEqualTo("not d's");
    }
  }

  @Test
  void anEmptyNodeSetIsRefusedAtTheCall() {
    try (CressRedisClient client = builder().build()) {
      NodeSet none = NodeSet.of();

      assertThatExceptionOfType(NoNodesException.class).isThrownBy(() -> client.changeTo(none));
      assertThatExceptionOfType(NoNodesException.class)
          .isThrownBy(() -> CressRedisClient.builder().nodes(none).build());
    }
  }

  @Test
  void aClientThatDoesNotShareTheSourceStopsTheChange() throws Exception {
    try (CressRedisClient client =
            builder().migration(Fleet.policy().patience(Duration.ofSeconds(1)).build()).build();
        CressRedisClient stranger = builder().build()) {
      RedisCommands<String, String> redis = client.connect().sync();
      RedisCommands<String, String> strangers = stranger.connect().sync();
      fill(redis);
      assertAllThere(strangers);

      assertThatThrownBy(() -> Fleet.end(client.changeTo(four)))
          .hasStackTraceContaining("serves another client of cluster default")
          .hasStackTraceContaining("does not share this topology source");

      assertThat(client.topology().nodes()).isEqualTo(three);
      strangers.set("key0", "stranger's");
      assertThat(redis.get("key0")).isEqualTo("stranger's");
      redis.set("key0", "value0");
      stranger.shutdown();
      assertThat(Fleet.end(client.changeTo(four))).isZero();
      assertAllThere(redis);
    }
  }

  @Test
  void aClientOfAnotherClusterDoesNotMatter() throws Exception {
    try (CressRedisClient client = builder().build();
        CressRedisClient other = builder().cluster("other").build()) {
      RedisCommands<String, String> redis = client.connect().sync();
      other.connect().sync().get("key");
      fill(redis);

      assertThat(Fleet.end(client.changeTo(four))).isZero();

      assertAllThere(redis);
    }
  }

  @Test
  void aSecondChangeWaitsForTheFirst() throws Exception {
    try (CressRedisClient client = builder().migration(Fleet.lazy()).build()) {
      RedisCommands<String, String> redis = client.connect().sync();
      fill(redis);
      final Migration first = client.changeTo(four);
      final Migration second = client.changeTo(three);
      final Migration same = client.changeTo(three);
      Fleet.awaitPhase(first, Phase.MIGRATE);
      assertThat(client.topology().version()).isEqualTo(2);
      assertThat(second.progress().phase()).isEqualTo(Phase.STABLE);
      assertThat(second.completion()).isNotDone();

      first.drain();
      assertThat(Fleet.end(first)).isZero();
      Fleet.awaitPhase(second, Phase.MIGRATE);
      assertThat(client.topology().version()).isEqualTo(3);
      second.drain();

      assertThat(Fleet.end(second)).isZero();
      assertThat(Fleet.end(same)).isZero();
      assertThat(client.topology().version()).isEqualTo(3);
      assertThat(client.topology().nodes()).isEqualTo(three);
      assertAllThere(redis);
    }
  }
}
