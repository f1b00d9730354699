package dev.cress.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cress.migration.Migration;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.selector.Selector;
import dev.cress.selector.Selectors;
import dev.cress.topology.Phase;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Values of every type and their expiry come through every kind of change. */
class ValuesIT {

  private static final int EACH = 12;
  private static final long LONG_LIFE = 600_000;
  private static final byte[] BINARY = new byte[256];

  static {
    for (int i = 0; i < BINARY.length; i++) {
      BINARY[i] = (byte) i;
    }
  }

  private final Fleet fleet = new Fleet();
  private final NodeSet three = fleet.nodes("a", "b", "c");

  @AfterEach
  void stop() {
    fleet.close();
  }

  private static void fill(CressRedisClient client) {
    RedisCommands<String, String> redis = client.connect().sync();
    RedisCommands<byte[], byte[]> binary = client.connect(ByteArrayCodec.INSTANCE).sync();
    for (int i = 0; i < EACH; i++) {
      binary.set(("string" + i).getBytes(UTF_8), BINARY);
      redis.hset("hash" + i, Map.of("f1", "v" + i, "f2", ""));
      redis.rpush("list" + i, "x", "y", "x");
      redis.sadd("set" + i, "1", "two", "3");
      redis.zadd("zset" + i, 1.5, "one", -2.0, "two");
      redis.xadd("stream" + i, Map.of("field", "value" + i));
      redis.xadd("stream" + i, Map.of("field", "second"));
      redis.pfadd("hll" + i, IntStream.range(0, 500).mapToObj(n -> "m" + n).toArray(String[]::new));
      redis.setbit("bitmap" + i, 1_000_003L, 1);
      redis.psetex("long" + i, LONG_LIFE, "long");
      redis.hset("longhash" + i, "f", "v");
      redis.pexpire("longhash" + i, LONG_LIFE);
      redis.psetex("short" + i, 300, "short");
    }
  }

  private static void assertAllThere(CressRedisClient client) {
    RedisCommands<String, String> redis = client.connect().sync();
    RedisCommands<byte[], byte[]> binary = client.connect(ByteArrayCodec.INSTANCE).sync();
    for (int i = 0; i < EACH; i++) {
      assertThat(binary.get(("string" + i).getBytes(UTF_8))).isEqualTo(BINARY);
      assertThat(redis.hgetall("hash" + i)).isEqualTo(Map.of("f1", "v" + i, "f2", ""));
      assertThat(redis.lrange("list" + i, 0, -1)).containsExactly("x", "y", "x");
      assertThat(redis.smembers("set" + i)).containsExactlyInAnyOrder("1", "two", "3");
      assertThat(redis.zrange("zset" + i, 0, -1)).containsExactly("two", "one");
      assertThat(redis.zscore("zset" + i, "one")).isEqualTo(1.5);
      assertThat(redis.xlen("stream" + i)).isEqualTo(2);
      assertThat(redis.pfcount("hll" + i)).isBetween(485L, 515L);
      assertThat(redis.bitcount("bitmap" + i)).isOne();
      assertThat(redis.getbit("bitmap" + i, 1_000_003L)).isOne();
      for (String kind : List.of("string", "hash", "list", "set", "zset", "stream", "bitmap")) {
        assertThat(redis.pttl(kind + i)).as(kind).isEqualTo(-1);
      }
      assertThat(redis.get("long" + i)).isEqualTo("long");
      assertThat(redis.pttl("long" + i)).isBetween(LONG_LIFE - 60_000, LONG_LIFE);
      assertThat(redis.pttl("longhash" + i)).isBetween(LONG_LIFE - 60_000, LONG_LIFE);
    }
  }

  /** The changes that a cache meets in its life. */
  enum Way {
    GROW,
    SHRINK,
    REWEIGHT,
    SEVERAL_AT_ONCE,
    RENAME,
    LEAVE_MODULO
  }

  private NodeSet target(Way way) {
    return switch (way) {
      case GROW -> fleet.nodes("a", "b", "c", "d");
      case SHRINK -> fleet.nodes("a", "b");
      case REWEIGHT -> NodeSet.of(heavy("a", 5), fleet.node("b"), fleet.node("c"));
      case SEVERAL_AT_ONCE ->
          NodeSet.of(heavy("a", 2), fleet.node("d"), fleet.node("e"), fleet.node("c"));
      case RENAME -> NodeSet.of(renamed("c"), fleet.node("b"), fleet.node("a"));
      case LEAVE_MODULO -> three;
    };
  }

  private Node heavy(String name, double weight) {
    Node node = fleet.node(name);
    return Node.builder(name).address(node.host(), node.port()).weight(weight).build();
  }

  private Node renamed(String name) {
    return Node.of(name + "-new", fleet.node(name).host(), fleet.node(name).port());
  }

  @ParameterizedTest
  @EnumSource
  void comeThroughUntouched(Way way) throws Exception {
    Selector first = way == Way.LEAVE_MODULO ? Selectors.modulo() : Selectors.rendezvous();
    try (CressRedisClient client =
        CressRedisClient.builder()
            .nodes(three)
            .selector(first)
            .migration(Fleet.policy().build())
            .build()) {
      fill(client);

      Migration migration = client.changeTo(target(way), Selectors.rendezvous());

      assertThat(Fleet.end(migration)).isZero();
      assertAllThere(client);
      assertNoKeyIsLeftBehind(client);
      awaitShortLivesEnd(client);
    }
  }

  @ParameterizedTest
  @EnumSource
  void areThereWhileTheyMove(Way way) throws Exception {
    Selector first = way == Way.LEAVE_MODULO ? Selectors.modulo() : Selectors.rendezvous();
    try (CressRedisClient client =
        CressRedisClient.builder().nodes(three).selector(first).migration(Fleet.lazy()).build()) {
      fill(client);
      Migration migration = client.changeTo(target(way), Selectors.rendezvous());
      Fleet.awaitPhase(migration, Phase.MIGRATE);

      assertAllThere(client);
      awaitShortLivesEnd(client);

      migration.drain();
      assertThat(Fleet.end(migration)).isZero();
      assertAllThere(client);
      assertNoKeyIsLeftBehind(client);
    }
  }

  private void assertNoKeyIsLeftBehind(CressRedisClient client) {
    for (String server : List.of("a", "b", "c")) {
      for (String key : fleet.at(server).keys("*")) {
        if (!key.startsWith("__cress__:")) {
          assertThat(client.ownerOf(key).port()).isEqualTo(fleet.server(server).port());
        }
      }
    }
  }

  private static void awaitShortLivesEnd(CressRedisClient client) {
    RedisCommands<String, String> redis = client.connect().sync();
    for (int i = 0; i < EACH; i++) {
      String key = "short" + i;
      assertThat(redis.pttl(key)).isLessThanOrEqualTo(300);
      await().until(() -> redis.get(key) == null);
    }
  }

  @Test
  void aKeyThatExpiredAtItsPreviousOwnerIsAbsent() throws Exception {
    NodeSet four = fleet.nodes("a", "b", "c", "d");
    String key = Fleet.keys(three, "a", four, "d", 1).get(0);
    try (CressRedisClient client =
        CressRedisClient.builder().nodes(three).migration(Fleet.lazy()).build()) {
      RedisCommands<String, String> redis = client.connect().sync();
      redis.psetex(key, 50, "short");
      Migration migration = client.changeTo(four);
      Fleet.awaitPhase(migration, Phase.MIGRATE);
      await().until(() -> fleet.at("a").exists(key) == 0);

      assertThat(redis.get(key)).isNull();
      assertThat(redis.ttl(key)).isEqualTo(-2);
      assertThat(redis.setnx(key, "new")).isTrue();
      assertThat(redis.ttl(key)).isEqualTo(-1);
      migration.drain();
      assertThat(Fleet.end(migration)).isZero();
      assertThat(redis.get(key)).isEqualTo("new");
    }
  }
}
