package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cress.migration.Migration;
import dev.cress.migration.MigrationEvent;
import dev.cress.migration.MigrationException;
import dev.cress.migration.MigrationPolicy.CutWindow;
import dev.cress.node.NodeSet;
import dev.cress.selector.Selectors;
import dev.cress.topology.Phase;
import dev.cress.topology.TopologySource;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a client finds on the servers that others have left. */
class RestartIT {

  private static final int KEYS = 200;

  private final Fleet fleet = new Fleet();
  private final NodeSet two = fleet.nodes("a", "b");
  private final NodeSet three = fleet.nodes("a", "b", "c");
  private final List<MigrationEvent> events = new CopyOnWriteArrayList<>();

  @AfterEach
  void stop() {
    fleet.close();
  }

  private CressRedisClient client(NodeSet nodes, CutWindow onCutWindow) {
    return CressRedisClient.builder()
        .nodes(nodes)
        .migration(Fleet.policy().onCutWindow(onCutWindow).build())
        .onMigrationEvent(events::add)
        .build();
  }

  private static void fill(RedisCommands<String, String> redis) {
    for (int i = 0; i < KEYS; i++) {
      redis.set("key" + i, "value" + i);
    }
  }

  private static long missing(RedisCommands<String, String> redis) {
    long missing = 0;
    for (int i = 0; i < KEYS; i++) {
      String value = redis.get("key" + i);
      assertThat(value).isIn(null, "value" + i);
      missing += value == null ? 1 : 0;
    }
    return missing;
  }

  @Test
  void aClientGoesOnAtTheVersionThatTheServersHaveReached() throws Exception {
    try (CressRedisClient first = client(two, CutWindow.REFUSE)) {
      assertThat(first.topology().version()).isEqualTo(1);
      fill(first.connect().sync());
      assertThat(Fleet.end(first.changeTo(three))).isZero();
    }

    try (CressRedisClient second = client(three, CutWindow.REFUSE)) {
      assertThat(second.topology().version()).isEqualTo(2);
      assertThat(missing(second.connect().sync())).isZero();
      assertThat(Fleet.end(second.changeTo(two))).isZero();
      assertThat(second.topology().version()).isEqualTo(3);
      assertThat(missing(second.connect().sync())).isZero();
    }
  }

  @Test
  void aWindowThatWasCutIsRefusedNamingNodeAndVersion() {
    fleet.at("b").set("__cress__:out", "7:1");
    fleet.at("b").set("__cress__:in", "6:2");
    try (CressRedisClient client = client(two, CutWindow.REFUSE)) {
      assertThatThrownBy(client::connect)
          .isInstanceOf(MigrationException.class)
          .hasMessageContaining("a crash cut the change to version 7")
          .hasMessageContaining("node b");
      assertThat(fleet.at("b").get("__cress__:out")).isEqualTo("7:1");
      assertThat(fleet.at("a").dbsize()).isZero();
    }
  }

  /** Opens a window, moves every other key, and leaves; returns how many keys had to move still. */
  private long leaveAnOpenWindow() {
    try (CressRedisClient first =
        CressRedisClient.builder().nodes(two).migration(Fleet.lazy()).build()) {
      RedisCommands<String, String> redis = first.connect().sync();
      fill(redis);
      Migration migration = first.changeTo(three);
      Fleet.awaitPhase(migration, Phase.MIGRATE);
      for (int i = 0; i < KEYS; i += 2) {
        redis.get("key" + i);
      }
    }
    return fleet.at("a").keys("key*").stream()
            .filter(key -> !Fleet.owner(three, key).equals("a"))
            .count()
        + fleet.at("b").keys("key*").stream()
            .filter(key -> !Fleet.owner(three, key).equals("b"))
            .count();
  }

  @Test
  void aWindowThatItsClientLeftOpenIsClosedAndItsLossCounted() {
    long left = leaveAnOpenWindow();
    assertThat(left).isPositive();

    try (CressRedisClient second = client(three, CutWindow.FINISH_UNDRAINED)) {
      RedisCommands<String, String> redis = second.connect().sync();

      assertThat(second.topology().version()).isEqualTo(2);
      assertThat(events)
          .filteredOn(event -> event.kind() == MigrationEvent.Kind.CLOSED)
          .singleElement()
          .satisfies(event -> assertThat(event.count()).isEqualTo(left));
      assertThat(missing(redis)).isBetween(1L, left);
      for (int i = 0; i < KEYS; i += 2) {
        assertThat(redis.get("key" + i)).isEqualTo("value" + i);
      }
      assertThat(fleet.at("a").get("__cress__:out")).isEqualTo("2:2");
      assertThat(fleet.at("c").get("__cress__:in")).isEqualTo("2:2");
    }
  }

  @Test
  void whatAnUndrainedCloseLeftBehindNeverComesBack() throws Exception {
    leaveAnOpenWindow();
    String lost =
        fleet.at("a").keys("key*").stream()
            .filter(key -> !Fleet.owner(three, key).equals("a"))
            .findFirst()
            .orElseThrow();

    try (CressRedisClient client = client(three, CutWindow.FINISH_UNDRAINED)) {
      RedisCommands<String, String> redis = client.connect().sync();
      assertThat(redis.get(lost)).isNull();
      assertThat(Fleet.end(client.changeTo(two))).isZero();
      assertThat(redis.get(lost)).isNull();
      assertThat(fleet.at("a").exists(lost)).isZero();
    }
  }

  @Test
  void anotherClientOfTheSourceEndsTheWindowOfOneThatLeft() throws Exception {
    TopologySource source = TopologySource.inMemory(two, Selectors.rendezvous());
    CressRedisClient leader =
        CressRedisClient.builder().topology(source).migration(Fleet.lazy()).build();
    try (CressRedisClient other =
        CressRedisClient.builder().topology(source).migration(Fleet.policy().build()).build()) {
      RedisCommands<String, String> redis = other.connect().sync();
      fill(redis);
      Migration migration = leader.changeTo(three);
      Fleet.awaitPhase(migration, Phase.MIGRATE);
      assertThat(missing(redis)).isZero();
      redis.set("key0", "value0");

      leader.shutdown();

      assertThat(source.awaitStable().version()).isEqualTo(2);
      assertThat(migration.completion()).isCompletedExceptionally();
      assertThat(missing(redis)).isZero();
      assertThat(fleet.at("c").keys("key*")).isNotEmpty();
      assertThat(fleet.at("c").get("__cress__:in")).isEqualTo("2:2");
    }
  }
}
