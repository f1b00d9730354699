package dev.cress.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.cress.node.CrossNodeException;
import dev.cress.node.NodeSet;
import dev.cress.node.RoutingException;
import dev.cress.redis.replicas.ReplicaPolicy;
import io.lettuce.core.KeyValue;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.ScoredValue;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.StringCodec;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two copies of each key on three nodes in two zones, all of them well. */
class ReplicasIT {

  private static CopiedNodes servers;
  private static NodeSet nodes;
  private CressRedisClient client;
  private StatefulRedisConnection<String, String> connection;
  private RedisCommands<String, String> redis;

  @BeforeAll
  static void start() {
    servers = new CopiedNodes(3);
    nodes = servers.nodes("a", "b", "c");
  }

  @AfterAll
  static void stop() {
    servers.close();
  }

  @BeforeEach
  void connect() {
    servers.reset();
    client = servers.builder(nodes, ReplicaPolicy.of(2)).build();
    connection = client.connect();
    redis = connection.sync();
  }

  @AfterEach
  void shutDown() {
    client.shutdown();
  }

  @Test
  void everyWriteIsOnTheNodesOfItsReplicaSetInBothZones() {
    List<String> keys = CopiedNodes.keys().limit(60).toList();

    keys.forEach(key -> redis.setex(key, 100, "v"));

    for (String key : keys) {
      List<String> holders = CopiedNodes.holders(nodes, key);
      assertThat(holders).hasSize(2).contains("b"); // the only node in the west
      for (String name : servers.shards().names()) {
        assertThat(servers.on(name).get(key)).isEqualTo(holders.contains(name) ? "v" : null);
      }
      assertThat(redis.ttl(key)).isBetween(1L, 100L);
    }
  }

  @Test
  void writesOfAllKindsMakeEqualCopies() {
    String key = CopiedNodes.keyOf(nodes, "a", "b");
    List<Consumer<String>> writes =
        List.of(
            k -> redis.set(k, "1"),
            k -> redis.incrby(k, 41),
            k -> redis.append(k, "x"),
            k -> redis.setrange(k, 2, "y"),
            k -> redis.setbit(k, 9, 1),
            k -> redis.hset(k, Map.of("f", "1", "g", "2")),
            k -> redis.hincrby(k, "f", 2),
            k -> redis.hdel(k, "g"),
            k -> redis.rpush(k, "1", "2", "3", "2"),
            k -> redis.lset(k, 0, "0"),
            k -> redis.lrem(k, 1, "2"),
            k -> redis.sadd(k, "1", "2"), // as numbers, whose order is the same everywhere
            k -> redis.srem(k, "1"),
            k -> redis.zadd(k, 1, "m"),
            k -> redis.zincrby(k, 1.5, "m"),
            k -> redis.pfadd(k, "m"),
            k -> redis.geoadd(k, 1, 2, "m"));
    for (int i = 0; i < writes.size(); i++) {
      String wide = "{" + key + "}" + kind(i);

      writes.get(i).accept(wide);

      assertThat(servers.on("a").dump(wide)).isNotEmpty().isEqualTo(servers.on("b").dump(wide));
      assertThat(redis.dump(wide)).isEqualTo(servers.on("a").dump(wide));
    }
    assertThat(servers.on("c").keys("{*")).isEmpty();
  }

  private static String kind(int write) {
    return write < 5 ? "s" : write < 8 ? "h" : write < 11 ? "l" : write < 13 ? "set" : "z" + write;
  }

  @Test
  void commandsOfManyKeysReachEachCopy() {
    Map<String, String> pairs =
        CopiedNodes.keys().limit(200).collect(Collectors.toMap(key -> key, key -> "v of " + key));
    String[] keys = pairs.keySet().toArray(String[]::new);

    assertThat(redis.mset(pairs)).isEqualTo("OK");

    assertThat(servers.on("b").dbsize()).isGreaterThanOrEqualTo(200);
    assertThat(redis.mget(keys)).allMatch(pair -> pair.getValue().equals("v of " + pair.getKey()));
    assertThat(redis.mget("none", keys[0], keys[0]))
        .containsExactly(
            KeyValue.empty("none"),
            KeyValue.just(keys[0], "v of " + keys[0]),
            KeyValue.just(keys[0], "v of " + keys[0]));
    assertThat(redis.exists(keys)).isEqualTo(200);
    assertThat(redis.touch("none", keys[1])).isEqualTo(1);
    assertThat(redis.del(keys)).isEqualTo(200);
    for (String name : servers.shards().names()) {
      assertThat(servers.on(name).exists(keys)).isZero();
    }
  }

  @Test
  void keysOfOneCommandMustHaveTheSameNodes() {
    String east = CopiedNodes.keyOf(nodes, "a", "b");
    String other = CopiedNodes.keyOf(nodes, "c", "b");
    redis.sadd("{" + east + "}1", "m", "n");
    redis.sadd("{" + east + "}2", "n", "o");

    assertThat(redis.sinter("{" + east + "}1", "{" + east + "}2")).containsExactly("n");
    assertThat(redis.sunionstore("{" + east + "}3", "{" + east + "}1", "{" + east + "}2"))
        .isEqualTo(3);
    assertThat(servers.on("b").scard("{" + east + "}3")).isEqualTo(3);
    assertThatExceptionOfType(CrossNodeException.class)
        .isThrownBy(() -> redis.sinter(east, other))
        .withMessageStartingWith(
            "SINTER needs all its keys on the same nodes, but they are on nodes a, b and on nodes"
                + " c, b; give the keys the same hash tag");
  }

  @Test
  void readsAnswerInAllForms() {
    redis.hset("h", Map.of("f", "1"));
    redis.zadd("z", 1.5, "m");

    assertThat(redis.hgetall("h")).containsExactly(Map.entry("f", "1"));
    assertThat(redis.hgetall("none")).isEmpty();
    assertThat(redis.zrangeWithScores("z", 0, -1)).containsExactly(ScoredValue.just(1.5, "m"));
    assertThat(redis.type("z")).isEqualTo("zset");
    assertThat(redis.type("none")).isEqualTo("none");
    assertThat(redis.hscan("h").getMap()).containsOnlyKeys("f");
    assertThat(connection.reactive().hgetall("h").collectList().block())
        .containsExactly(KeyValue.just("f", "1"));
    assertThat(connection.async().get("none").toCompletableFuture().join()).isNull();
    assertThatExceptionOfType(RedisCommandExecutionException.class)
        .isThrownBy(() -> redis.get("h"))
        .withMessageStartingWith("WRONGTYPE");
    assertThatExceptionOfType(RedisCommandExecutionException.class)
        .isThrownBy(() -> redis.rpush("h", "v"))
        .withMessageStartingWith("WRONGTYPE");
  }

  @Test
  void onlyTheOwnerIsReadIfItHasTheKey() {
    String key = CopiedNodes.keyOf(nodes, "b", "c");
    redis.set(key, "v");
    servers.on("c").set(key, "something else");

    assertThat(redis.get(key)).isEqualTo("v");
    assertThat(redis.mget(key, key)).containsOnly(KeyValue.just(key, "v"));
    assertThat(redis.strlen(key)).isEqualTo(1);
  }

  @Test
  void theNearestZoneIsReadFirst() {
    String key = CopiedNodes.keyOf(nodes, "b", "c");
    redis.set(key, "v");
    servers.on("c").set(key, "near");
    try (CressRedisClient east =
            servers.builder(nodes, ReplicaPolicy.of(2).readFrom("east")).build();
        CressRedisClient nowhere =
            servers.builder(nodes, ReplicaPolicy.of(2).readFrom("north")).build()) {
      RedisCommands<String, String> near = east.connect().sync();

      assertThat(near.get(key)).isEqualTo("near");
      assertThat(near.mget(key)).containsExactly(KeyValue.just(key, "near"));
      servers.on("c").del(key);
      assertThat(near.get(key)).isEqualTo("v");
      assertThat(nowhere.connect().sync().get(key)).isEqualTo("v");
    }
  }

  @Test
  void aValueThatOneCopyHasLostIsFoundAtTheOther() {
    List<String> keys = CopiedNodes.keysOf(nodes, "b", "a").limit(3).toList();
    keys.forEach(key -> redis.set(key, "v"));
    redis.hset("{" + keys.get(0) + "}h", Map.of("f", "1"));
    servers.on("b").del(keys.get(0), keys.get(1), "{" + keys.get(0) + "}h");

    assertThat(redis.get(keys.get(0))).isEqualTo("v");
    assertThat(redis.mget(keys.toArray(String[]::new))).allMatch(KeyValue::hasValue);
    assertThat(redis.exists(keys.toArray(String[]::new))).isEqualTo(3);
    assertThat(redis.ttl(keys.get(1))).isEqualTo(-1);
    assertThat(redis.type(keys.get(1))).isEqualTo("string");
    assertThat(redis.hgetall("{" + keys.get(0) + "}h")).hasSize(1);
  }

  @Test
  void commandsThatWouldMakeCopiesDifferAreRefusedAndTheConnectionLivesOn() {
    List<Consumer<RedisCommands<String, String>>> refused =
        List.of(
            r -> r.lpop("k"),
            r -> r.spop("k"),
            r -> r.eval("return 1", ScriptOutputType.INTEGER, "k"),
            r -> r.setnx("k", "v"),
            r -> r.set("k", "v", SetArgs.Builder.nx().ex(10)),
            r -> r.xadd("k", "f", "v"),
            r -> r.blpop(1, "k"),
            r -> r.watch("k"),
            RedisCommands::multi);
    for (Consumer<RedisCommands<String, String>> command : refused) {
      assertThatExceptionOfType(RoutingException.class)
          .isThrownBy(() -> command.accept(redis))
          .withMessageContaining(" is not sent to replicas: ");
      assertThat(redis.exists("k")).isZero();
    }
    assertThat(connection.isMulti()).isFalse();
    assertThat(redis.set("k", "v")).isEqualTo("OK");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> redis.set("__cress__:k", "v"))
        .withMessageContaining("belong to Cress itself");
  }

  @Test
  void commandsWithoutAKeyGoTheirWay() {
    CopiedNodes.keys().limit(20).forEach(key -> redis.set(key, "v"));

    assertThat(redis.ping()).isEqualTo("PONG");
    assertThat(redis.keys("*")).hasSize(20).doesNotHaveDuplicates();
    assertThat(redis.scan().getKeys()).isNotEmpty();
    assertThat(redis.dbsize()).isEqualTo(40); // each copy
    assertThat(redis.publish("channel", "m")).isZero();
    assertThat(redis.flushall()).isEqualTo("OK");
    assertThat(redis.keys("*")).isEmpty();
  }

  @Test
  void keysAreBytes() {
    byte[] key = "key".getBytes(UTF_8);
    RedisCommands<byte[], byte[]> bytes = client.connect(ByteArrayCodec.INSTANCE).sync();

    bytes.set(key, new byte[] {0, -1});

    assertThat(bytes.get(key)).containsExactly(0, -1);
    assertThat(bytes.mget(key, key)).hasSize(2).allMatch(pair -> pair.getValue().length == 2);
  }

  @Test
  void aNearCacheIsRefused() {
    assertThatIllegalStateException()
        .isThrownBy(() -> NearCache.builder(client, StringCodec.UTF8).build())
        .withMessage("a near cache needs a client without replicas(…)");
  }

  @Test
  void aChangeToFewerNodesThanCopiesIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> client.changeTo(servers.nodes("a")))
        .withMessage("copies must be at most the number of nodes, 1, but was 2");
  }
}
