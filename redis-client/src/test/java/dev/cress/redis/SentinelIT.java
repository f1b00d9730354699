package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cress.migration.Migration;
import dev.cress.migration.MigrationEvent;
import dev.cress.migration.MigrationPolicy;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.redis.error.NodeUnavailableException;
import dev.cress.redis.error.OutcomeUnknownException;
import dev.cress.testservers.TestNode;
import dev.cress.testservers.TestServers;
import dev.cress.topology.Phase;
import io.lettuce.core.KeyValue;
import io.lettuce.core.KillArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.sentinel.api.sync.RedisSentinelCommands;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Node {@code a} is a master with a replica behind a Sentinel; {@code b} is a server of its own.
 * All of them are processes of this machine.
 */
class SentinelIT {

  private static final int KEYS = 100;

  private final TestServers servers = TestServers.startProcesses();
  private final RedisClient plain = RedisClient.create();
  private final Map<TestNode, RedisCommands<String, String>> direct = new ConcurrentHashMap<>();
  private final TestNode master = servers.redis();
  private final TestNode replica =
      servers.redis(
          "--replicaof",
          master.host(),
          Integer.toString(master.port()),
          "--repl-diskless-sync-delay",
          "0");
  private final TestNode alone = servers.redis();
  private final NodeSet one = NodeSet.of(Node.of("a", "sentinel.example", 1));
  private final NodeSet two = one.with(Node.of("b", alone.host(), alone.port()));
  private final List<MigrationEvent> events = new CopyOnWriteArrayList<>();
  private TestNode sentinel;

  /* A Sentinel asks for the replicas of a new master at once, and then not for ten seconds. */
  @BeforeEach
  void watch() {
    awaitReplica(replica);
    startSentinel();
  }

  private void startSentinel() {
    sentinel =
        servers.sentinel(
            "sentinel monitor m " + master.host() + " " + master.port() + " 1",
            "sentinel down-after-milliseconds m 300");
    await().until(this::sentinelMayPromoteTheReplica);
  }

  /** Sentinel promotes no replica that it has not asked since that was linked to its master. */
  private boolean sentinelMayPromoteTheReplica() {
    List<Map<String, String>> replicas = sentinels().replicas("m");
    return replicas.size() == 1
        && "ok".equals(replicas.get(0).get("master-link-status"))
        && "slave".equals(replicas.get(0).get("flags"));
  }

  @AfterEach
  void stop() {
    plain.shutdown(Duration.ZERO, Duration.ofSeconds(1));
    servers.close();
  }

  private static ConditionFactory await() {
    return Awaitility.await()
        .pollInterval(Duration.ofMillis(20))
        .ignoreExceptionsInstanceOf(RedisException.class)
        .atMost(Duration.ofSeconds(30));
  }

  private RedisCommands<String, String> at(TestNode server) {
    return direct.computeIfAbsent(
        server, unused -> plain.connect(RedisURI.create(server.host(), server.port())).sync());
  }

  private RedisSentinelCommands<String, String> sentinels() {
    return plain.connectSentinel(RedisURI.create(sentinel.host(), sentinel.port())).sync();
  }

  private void awaitReplica(TestNode server) {
    await().until(() -> at(server).info("replication").contains("master_link_status:up"));
  }

  private RedisURI uri(Node node) {
    return node.name().equals("a")
        ? RedisURI.Builder.sentinel(sentinel.host(), sentinel.port(), "m").build()
        : RedisURI.create(node.host(), node.port());
  }

  private CressRedisClient client(MigrationPolicy policy) {
    return CressRedisClient.builder()
        .nodes(one)
        .uri(this::uri)
        .migration(policy)
        .onMigrationEvent(events::add)
        .build();
  }

  private static void fill(RedisCommands<String, String> redis) {
    for (int i = 0; i < KEYS; i++) {
      redis.set("key" + i, "value" + i);
    }
  }

  private static long present(RedisCommands<String, String> redis) {
    long present = 0;
    for (int i = 0; i < KEYS; i++) {
      String value = redis.get("key" + i);
      assertThat(value).isIn(null, "value" + i);
      present += value == null ? 0 : 1;
    }
    return present;
  }

  /**
   * Waits for what was written, then has the replica take over, as an operator does it, and the
   * client follow. The old master is up and does not know yet that it is none any more.
   */
  private void failOver() {
    at(master).waitForReplication(1, 10_000);
    sentinels().failover("m");
    await().until(() -> at(replica).clientList().contains("name=cress:"));
    assertThat(at(master).info("replication")).contains("role:master");
  }

  @Test
  void theNodeFollowsItsMasterAndKeepsItsKeys() throws Exception {
    try (CressRedisClient client = client(Fleet.policy().build())) {
      RedisCommands<String, String> redis = client.connect().sync();
      fill(redis);
      assertThat(at(master).dbsize()).isGreaterThanOrEqualTo(KEYS);

      at(master).waitForReplication(1, 10_000);
      master.kill();

      await().until(() -> redis.set("after", "failover").equals("OK"));
      assertThat(at(replica).get("after")).isEqualTo("failover");
      assertThat(present(redis)).isEqualTo(KEYS);
      assertThat(client.topology().nodes()).isEqualTo(one);
      try (StatefulRedisConnection<String, String> node = client.connectNode("a")) {
        assertThat(node.sync().get("after")).isEqualTo("failover");
      }
      assertThat(Fleet.end(client.changeTo(two))).isZero();
      assertThat(present(redis)).isEqualTo(KEYS);
      assertThat(at(alone).dbsize()).isGreaterThan(10);
    }
  }

  /** The old master is up, and would answer the call only when it has become a replica. */
  @Test
  void noConnectionOfACallersOwnStaysAtTheOldMaster() {
    try (CressRedisClient client = client(Fleet.policy().build())) {
      StatefulRedisConnection<String, String> connection = client.connect();
      StatefulRedisConnection<String, String> watching = client.connect();
      watching.sync().watch("watched");
      RedisFuture<KeyValue<String, String>> blocked = connection.async().blpop(0, "list");
      await().until(() -> at(master).clientList().contains("cmd=blpop"));

      failOver();

      await().until(blocked::isDone);
      assertThat(at(master).info("replication")).contains("role:master");
      assertThatThrownBy(blocked::get).hasCauseInstanceOf(OutcomeUnknownException.class);
      watching.sync().multi();
      watching.sync().set("watched", "value");
      assertThatThrownBy(() -> watching.sync().exec()).isInstanceOf(NodeUnavailableException.class);
      await().until(() -> connection.sync().rpush("list", "element") > 0);
      assertThat(connection.sync().blpop(1, "list").getValue()).isEqualTo("element");
    }
  }

  @Test
  void aNearCacheFollowsTheMaster() {
    try (CressRedisClient client = client(Fleet.policy().build());
        NearCache<String, String> near = NearCache.builder(client).build()) {
      client.connect().sync().set("key", "old");
      awaitHit(near, "old");

      failOver();
      at(replica).set("key", "new");

      await().until(() -> "new".equals(near.get("key")));
      awaitHit(near, "new");
      at(replica).set("key", "newer");
      await().until(() -> "newer".equals(near.get("key")));
      assertThat(at(master).info("replication")).contains("role:master");
    }
  }

  private static void awaitHit(NearCache<String, String> near, String value) {
    await()
        .until(
            () -> {
              long before = near.statistics().hits();
              return value.equals(near.get("key")) && near.statistics().hits() > before;
            });
  }

  @Test
  void afterAFailoverInAWindowUnmovedKeysOfThePreviousOwnerAreAbsentAndNoneComesBack()
      throws Exception {
    try (CressRedisClient client = client(Fleet.lazy())) {
      RedisCommands<String, String> redis = client.connect().sync();
      fill(redis);
      Migration migration = client.changeTo(two);
      Fleet.awaitPhase(migration, Phase.MIGRATE);
      List<String> moving = Fleet.keys(one, "a", two, "b", 3);
      String moved = moving.get(0);
      String deleted = moving.get(1);
      String unmoved = moving.get(2);
      redis.get(moved);
      redis.del(deleted);

      failOver();

      assertThat(redis.get(unmoved)).isNull();
      assertThat(redis.get(moved)).isEqualTo(moved.replace("key", "value"));
      assertThat(redis.get(deleted)).isNull();
      assertThat(events)
          .filteredOn(event -> event.kind() == MigrationEvent.Kind.SERVER_RESTARTED)
          .singleElement()
          .satisfies(event -> assertThat(event.node()).isEqualTo("a"));
      migration.drain();
      assertThat(Fleet.end(migration)).isPositive();
      for (int i = 0; i < KEYS; i++) {
        if (Fleet.owner(two, "key" + i).equals("a")) {
          assertThat(redis.get("key" + i)).isEqualTo("value" + i);
        }
      }
      assertThat(redis.get(unmoved)).isNull();
    }
  }

  @Test
  void afterAFailoverInAWindowTheOwnerGoesOn() throws Exception {
    NodeSet before = NodeSet.of(Node.of("b", alone.host(), alone.port()));
    try (CressRedisClient client =
        CressRedisClient.builder()
            .nodes(before)
            .uri(this::uri)
            .migration(Fleet.lazy())
            .onMigrationEvent(events::add)
            .build()) {
      RedisCommands<String, String> redis = client.connect().sync();
      fill(redis);
      Migration migration = client.changeTo(two);
      Fleet.awaitPhase(migration, Phase.MIGRATE);
      String deleted = Fleet.keys(before, "b", two, "a", 1).get(0);
      redis.del(deleted);

      failOver();

      await().until(() -> redis.set("after", "failover").equals("OK"));
      assertThat(redis.get(deleted)).isNull();
      migration.drain();
      assertThat(Fleet.end(migration)).isZero();
      assertThat(present(redis)).isEqualTo(KEYS - 1);
      assertThat(events)
          .extracting(MigrationEvent::kind)
          .doesNotContain(MigrationEvent.Kind.FENCE_LOST);
    }
  }

  @Test
  void aReplicaThatASentinelStillCallsMasterIsNotUsed() {
    try (CressRedisClient client = client(Fleet.policy().build())) {
      RedisCommands<String, String> redis = client.connect().sync();
      fill(redis);
      sentinel.pause();
      at(replica).replicaofNoOne();
      at(master).replicaof(replica.host(), replica.port());
      sentinel.resume();

      await()
          .untilAsserted(
              () ->
                  assertThatThrownBy(
                          () -> {
                            killClients(master);
                            redis.set("key", "value");
                          })
                      .hasMessage(
                          "node a is not connected; the command was not sent:"
                              + " Sentinel named a server that is a replica"));

      at(master).replicaofNoOne();
      await().until(() -> redis.set("key", "value").equals("OK"));
    }
  }

  @Test
  void aSentinelThatIsSilentIsLeftForAnother() {
    TestNode first = sentinel;
    startSentinel();
    RedisURI both =
        RedisURI.Builder.sentinel(first.host(), first.port(), "m")
            .withSentinel(sentinel.host(), sentinel.port())
            .build();
    try (CressRedisClient client =
        CressRedisClient.builder().nodes(one).uri(node -> both).build()) {
      RedisCommands<String, String> redis = client.connect().sync();
      redis.set("key", "value");
      at(master).waitForReplication(1, 10_000);

      first.pause();
      sentinels().failover("m");

      await().until(() -> at(replica).clientList().contains("name=cress:"));
      await().until(() -> redis.set("after", "failover").equals("OK"));
      assertThat(at(replica).get("after")).isEqualTo("failover");
      assertThat(redis.get("key")).isEqualTo("value");
    } finally {
      first.resume();
    }
  }

  private void killClients(TestNode server) {
    at(server)
        .clientList()
        .lines()
        .filter(line -> line.contains("name=cress:"))
        .map(line -> Long.parseLong(line.replaceAll("^id=(\\d+) .*", "$1")))
        .forEach(id -> at(server).clientKill(KillArgs.Builder.id(id)));
  }
}
