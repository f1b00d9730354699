package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.migration.Migration;
import dev.cress.migration.MigrationEvent;
import dev.cress.migration.MigrationPolicy;
import dev.cress.node.NodeSet;
import dev.cress.redis.StepGate.Step;
import dev.cress.redis.internal.migration.Scripts;
import dev.cress.selector.Selectors;
import dev.cress.topology.Phase;
import dev.cress.topology.Topology;
import io.lettuce.core.FlushMode;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands without a key while the node set changes. */
class AllNodesInAChangeIT {

  private static final List<String> KEYS =
      IntStream.range(0, 600).mapToObj(i -> "key:" + i).toList();

  private final Fleet fleet = new Fleet();
  private final HeldScripts scripts = new HeldScripts();

  @AfterEach
  void stop() {
    fleet.close();
  }

  /** Which way the node set changes. */
  enum Way {
    GROWING,
    SHRINKING,
    /** Keys move from every node to every node. */
    CROSSING
  }

  private CressRedisClient client(Way way, MigrationPolicy policy) {
    return CressRedisClient.builder()
        .nodes(way == Way.GROWING ? fleet.nodes("a", "b") : fleet.nodes("a", "b", "c"))
        .selector(way == Way.CROSSING ? Selectors.modulo() : Selectors.rendezvous())
        .migration(policy)
        .scripts(scripts, Scripts.STANDARD)
        .build();
  }

  private Migration change(CressRedisClient client, Way way) {
    NodeSet after = way == Way.SHRINKING ? fleet.nodes("a", "b") : fleet.nodes("a", "b", "c");
    return client.changeTo(after, Selectors.rendezvous());
  }

  private static Migration open(Migration migration) {
    Fleet.awaitPhase(migration, Phase.MIGRATE);
    return migration;
  }

  private static RedisCommands<String, String> filled(CressRedisClient client) {
    StatefulRedisConnection<String, String> connection = client.connect();
    Map<String, String> values = new LinkedHashMap<>();
    KEYS.forEach(key -> values.put(key, "v"));
    connection.sync().mset(values);
    return connection.sync();
  }

  /** The keys that a scan tells, in its order; before one of its pages something is done. */
  private static List<String> scan(RedisCommands<String, String> redis, int page, Runnable then) {
    List<String> keys = new ArrayList<>();
    ScanCursor cursor = ScanCursor.INITIAL;
    for (int pages = 0; !cursor.isFinished(); pages++) {
      if (pages == page) {
        then.run();
      }
      KeyScanCursor<String> next = redis.scan(cursor, ScanArgs.Builder.limit(20));
      keys.addAll(next.getKeys());
      cursor = next;
    }
    return keys;
  }

  @ParameterizedTest
  @EnumSource
  void aScanInTheWindowTellsEachKeyOnce(Way way) throws Exception {
    try (CressRedisClient client = client(way, Fleet.lazy())) {
      RedisCommands<String, String> redis = filled(client);
      Migration migration = open(change(client, way));
      redis.mget(KEYS.subList(0, 100).toArray(String[]::new)); // some have moved

      assertThat(scan(redis, -1, () -> {})).containsExactlyInAnyOrderElementsOf(KEYS);

      migration.drain();
      assertThat(Fleet.end(migration)).isZero();
      assertThat(scan(redis, -1, () -> {})).containsExactlyInAnyOrderElementsOf(KEYS);
    }
  }

  /** The drain begins, and perhaps ends, at some page of the scan. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 5, 15, 25, 35, 45, 55})
  void aScanTellsEachKeyOnceBesideADrain(int page) throws Exception {
    try (CressRedisClient client = client(Way.CROSSING, Fleet.lazy())) {
      RedisCommands<String, String> redis = filled(client);
      Migration migration = open(change(client, Way.CROSSING));

      List<String> keys = scan(redis, page, migration::drain);
      migration.drain();

      assertThat(Fleet.end(migration)).isZero();
      assertThat(keys).containsExactlyInAnyOrderElementsOf(KEYS);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aScanThatAChangeOvertakesMissesNoKey(Way way) throws Exception {
    try (CressRedisClient client = client(way, Fleet.lazy())) {
      RedisCommands<String, String> redis = filled(client);
      List<Migration> begun = new ArrayList<>();

      List<String> keys =
          scan(
              redis,
              14,
              () -> {
                begun.add(open(change(client, way)));
                begun.get(0).drain();
              });

      assertThat(Fleet.end(begun.get(0))).isZero();
      assertThat(keys).contains(KEYS.toArray(String[]::new));
      assertThat(keys.size()).as("keys told, some of them twice").isLessThan(2 * KEYS.size());
    }
  }

  @ParameterizedTest
  @EnumSource
  void keysAreToldOnceAndOursNever(Way way) throws Exception {
    try (CressRedisClient client = client(way, Fleet.lazy())) {
      RedisCommands<String, String> redis = filled(client);
      Migration migration = open(change(client, way));
      redis.del(KEYS.get(0), KEYS.get(1));
      List<String> left = KEYS.subList(2, KEYS.size());

      assertThat(redis.keys("key:*")).containsExactlyInAnyOrderElementsOf(left);
      assertThat(redis.keys("*")).containsExactlyInAnyOrderElementsOf(left);
      assertThat(redis.keys("__cress__:*")).isEmpty();
      assertThat(redis.randomkey()).isIn(left);
      Scene.await().until(() -> redis.dbsize() == left.size());
      migration.drain();
      assertThat(Fleet.end(migration)).isZero();
      assertThat(redis.dbsize()).isEqualTo(left.size());
    }
  }

  @Test
  void aKeyThatIsTooLargeToMoveIsToldWhereItIs() throws Exception {
    MigrationPolicy policy =
        Fleet.policy().mode(MigrationPolicy.Mode.LAZY).maxKeySize(10_000).build();
    try (CressRedisClient client = client(Way.GROWING, policy)) {
      RedisCommands<String, String> redis = filled(client);
      String large =
          Fleet.keys(fleet.nodes("a", "b"), "a", fleet.nodes("a", "b", "c"), "c", 1).get(0);
      redis.set(large, "x".repeat(20_000));
      open(change(client, Way.GROWING));

      assertThat(scan(redis, -1, () -> {})).hasSize(KEYS.size() + 1).contains(large);
      assertThat(redis.keys(large)).containsExactly(large);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aFlushInTheWindowLeavesNothingAndTheChangeEnds(Way way) throws Exception {
    try (CressRedisClient client = client(way, Fleet.lazy())) {
      RedisCommands<String, String> redis = filled(client);
      Migration migration = open(change(client, way));

      assertThat(redis.flushall(FlushMode.SYNC)).isEqualTo("OK");

      assertThat(redis.dbsize()).isZero();
      assertThat(redis.keys("*")).isEmpty();
      assertThat(redis.mget(KEYS.toArray(String[]::new))).noneMatch(value -> value.hasValue());
      redis.set(KEYS.get(0), "new");
      migration.drain();
      assertThat(Fleet.end(migration)).isZero();
      assertThat(redis.get(KEYS.get(0))).isEqualTo("new");
      assertThat(redis.dbsize()).isEqualTo(1);
      Migration next = change(client, Way.SHRINKING);
      next.drain();
      assertThat(Fleet.end(next)).isZero();
      assertThat(redis.get(KEYS.get(0))).isEqualTo("new");
    }
  }

  /** C1 has read a value at its previous owner, and brings it to the owner after the flush. */
  @Test
  void aValueOnItsWayDoesNotOutliveAFlush() throws Exception {
    try (Scene scene = Scene.growing(Variant.STANDARD)) {
      String key = scene.keyWithValue();
      Migration migration = scene.open();
      Step adopt = scene.c1.gate().before("adopt", key);
      RedisFuture<String> read = scene.c1.async().get(key);
      adopt.awaitHeld();

      scene.c2.sync().flushall();
      adopt.release();

      assertThat(KeyScenarios.get(read)).isNull();
      assertThat(scene.c1.sync().get(key)).isNull();
      assertThat(scene.c2.sync().get(key)).isNull();
      assertThat(scene.o.holds(key)).isFalse();
      assertThat(scene.n.holds(key)).isFalse();
      scene.c1.sync().set(key, "new");
      assertThat(Scene.finish(migration)).isZero();
      assertThat(scene.c2.sync().get(key)).isEqualTo("new");
      assertThat(Stream.of(scene.leader, scene.c1, scene.c2))
          .noneMatch(client -> client.saw(MigrationEvent.Kind.FENCE_LOST));
    }
  }

  @Test
  void inTheHoldKeysAreReadAndFlushedWhenItIsOver() throws Exception {
    Fleet.assumeRedis7(fleet.server("a"));
    try (CressRedisClient client = client(Way.GROWING, Fleet.policy().build())) {
      RedisCommands<String, String> redis = filled(client);
      RedisAsyncCommands<String, String> async = client.connect().async();
      scripts.hold("open_in");
      Migration migration = change(client, Way.GROWING);
      Fleet.awaitPhase(migration, Phase.HOLD);
      Scene.await().until(() -> client.topology() instanceof Topology.Holding);

      RedisFuture<List<String>> keys = async.keys("*");
      RedisFuture<String> flush = async.flushall();
      RedisFuture<String> load = async.functionLoad("#!lua name=lib\n" + FUNCTION);
      assertThat(redis.ping()).isEqualTo("PONG");
      assertThat(List.of(keys.isDone(), flush.isDone(), load.isDone())).containsOnly(false);
      scripts.release("open_in");

      keys.get(10, TimeUnit.SECONDS);
      assertThat(flush.get(10, TimeUnit.SECONDS)).isEqualTo("OK");
      assertThat(load.get(10, TimeUnit.SECONDS)).isEqualTo("lib");
      Fleet.end(migration);
      assertThat(redis.dbsize()).isZero();
      assertThat(fleet.at("c").functionList()).hasSize(1);
    }
  }

  private static final String FUNCTION =
      "redis.register_function('answer', function(k, a) return 42 end)";

  @Test
  void aJoiningNodeHasTheFunctionsAndTheScripts() throws Exception {
    Fleet.assumeRedis7(fleet.server("a"));
    try (CressRedisClient client = client(Way.GROWING, Fleet.policy().build())) {
      RedisCommands<String, String> redis = filled(client);
      redis.functionLoad("#!lua name=lib\n" + FUNCTION);
      String digest = redis.scriptLoad("return 7");

      assertThat(Fleet.end(change(client, Way.GROWING))).isZero();

      String key = KEYS.stream().filter(k -> client.ownerOf(k).name().equals("c")).findAny().get();
      assertThat(redis.<Long>fcall("answer", ScriptOutputType.INTEGER, key)).isEqualTo(42);
      assertThat(redis.scriptExists(digest)).containsExactly(true);
      assertThat(redis.<Long>evalsha(digest, ScriptOutputType.INTEGER, key)).isEqualTo(7);
      fleet.server("c").restart();
      Scene.awaitUp(redis);
      assertThat(redis.<Long>evalsha(digest, ScriptOutputType.INTEGER, key)).isEqualTo(7);
    }
  }
}
