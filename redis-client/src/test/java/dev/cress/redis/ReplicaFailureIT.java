package dev.cress.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.cress.health.FailurePolicy;
import dev.cress.node.CressException;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.redis.error.NodeUnavailableException;
import dev.cress.redis.error.OutcomeUnknownException;
import dev.cress.redis.error.PartialFailureException;
import dev.cress.redis.error.ReplicaFailureException;
import dev.cress.redis.replicas.ReplicaPolicy;
import dev.cress.redis.replicas.ReplicaPolicy.Acknowledgement;
import io.lettuce.core.KeyValue;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Two copies of each key on three nodes in two zones, one of them dead, empty, cut off or silent.
 */
class ReplicaFailureIT {

  private static final ReplicaPolicy ALL = ReplicaPolicy.of(2);
  private static final ReplicaPolicy ANY = ALL.acknowledgedBy(Acknowledgement.ANY);
  private static final Duration LONG = Duration.ofSeconds(20);

  private static CopiedNodes servers;
  private static NodeSet nodes;

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
  void reset() {
    servers.reset();
  }

  private static boolean holds(NodeSet set, String node, String key) {
    return CopiedNodes.holders(set, key).contains(node);
  }

  /** Takes a node away and waits until the client knows. */
  private static void lose(RedisCommands<String, String> redis, NodeSet set, String node) {
    servers.shards().proxy(node).refuse();
    String key = CopiedNodes.keys().filter(k -> holds(set, node, k)).findFirst().orElseThrow();
    await()
        .atMost(LONG)
        .untilAsserted(
            () ->
                assertThatExceptionOfType(ReplicaFailureException.class)
                    .isThrownBy(() -> redis.del("{" + key + "}probe"))
                    .withStackTraceContaining("NodeUnavailableException"));
  }

  @Test
  void aKilledNodeCostsNoReadAndItsKeysAreFoundWhenItIsBackEmpty() {
    Map<String, String> pairs =
        CopiedNodes.keys().limit(300).collect(Collectors.toMap(key -> key, key -> "v of " + key));
    String[] keys = pairs.keySet().toArray(String[]::new);
    try (CressRedisClient client = servers.builder(nodes, ALL).build()) {
      StatefulRedisConnection<String, String> connection = client.connect();
      RedisCommands<String, String> redis = connection.sync();
      redis.mset(pairs);

      servers.shards().server("b").kill();
      assertAllAreRead(connection, keys);
      servers.shards().server("b").restart();
      awaitAll(redis, CopiedNodes.keyOf(nodes, "a", "b"));
      assertThat(servers.on("b").exists(keys)).isZero();
      assertAllAreRead(connection, keys);

      String again = CopiedNodes.keyOf(nodes, "b", "a");
      redis.set(again, "again");
      assertThat(servers.on("b").get(again)).isEqualTo("again");
      assertThat(redis.mget(keys)).hasSize(300).allMatch(KeyValue::hasValue);
    }
  }

  private static void assertAllAreRead(
      StatefulRedisConnection<String, String> connection, String[] keys) {
    RedisCommands<String, String> redis = connection.sync();
    for (String key : keys) {
      assertThat(redis.get(key)).isEqualTo("v of " + key);
    }
    assertThat(redis.mget(keys))
        .hasSize(keys.length)
        .allMatch(pair -> pair.getValue().equals("v of " + pair.getKey()));
    assertThat(connection.reactive().mget(keys).collectList().block()).isEqualTo(redis.mget(keys));
    assertThat(redis.exists(keys)).isEqualTo(keys.length);
    assertThat(connection.async().strlen(keys[0]).toCompletableFuture().join())
        .isEqualTo(("v of " + keys[0]).length());
  }

  @Test
  void aWriteThatACopyMissesFailsAndSaysSo() {
    String lost = CopiedNodes.keyOf(nodes, "a", "b");
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    try (CressRedisClient client = servers.builder(nodes, ALL).meterRegistry(registry).build()) {
      RedisCommands<String, String> redis = client.connect().sync();
      redis.set(lost, "old");
      lose(redis, nodes, "b");
      double missed = registry.get("cress.replicas.missed").tag("node", "b").counter().count();

      assertThatExceptionOfType(ReplicaFailureException.class)
          .isThrownBy(() -> redis.set(lost, "new"))
          .withMessage(
              "SET must be done on 2 of the 2 nodes of its keys, but was done on a only\n"
                  + "  node b: NodeUnavailableException")
          .satisfies(failure -> assertThat(failure.doneOn()).containsExactly("a"));
      assertThat(redis.get(lost)).isEqualTo("new");
      assertThat(servers.on("b").get(lost)).isEqualTo("old");
      assertThat(registry.get("cress.replicas.missed").tag("node", "b").counter().count())
          .isEqualTo(missed + 1);
    }
  }

  @Test
  void withAnyAcknowledgementWritesGoOnButRemovalsFail() {
    String lost = CopiedNodes.keyOf(nodes, "b", "c");
    try (CressRedisClient client = servers.builder(nodes, ANY).build()) {
      RedisCommands<String, String> redis = client.connect().sync();
      redis.set(lost, "old");
      lose(redis, nodes, "b");

      assertThat(redis.set(lost, "new")).isEqualTo("OK");
      assertThat(redis.get(lost)).isEqualTo("new");
      assertThat(redis.incr("{" + lost + "}n")).isEqualTo(1);
      assertThat(redis.mset(Map.of(lost, "newer", "other", "v"))).isEqualTo("OK");
      assertThatExceptionOfType(ReplicaFailureException.class)
          .isThrownBy(() -> redis.getdel(lost))
          .satisfies(failure -> assertThat(failure.doneOn()).containsExactly("c"));
    }
  }

  @Test
  void aDeleteOfManyKeysNamesThoseThatACopyMayStillHave() {
    List<String> keys = CopiedNodes.keys().limit(40).toList();
    NodeSet plain = servers.shards().nodeSet(); // without zones, so b does not hold all keys
    List<String> lost = keys.stream().filter(key -> holds(plain, "b", key)).toList();
    assertThat(lost).isNotEmpty().hasSizeLessThan(40);
    try (CressRedisClient client = servers.builder(plain, ALL).build()) {
      RedisCommands<String, String> redis = client.connect().sync();
      keys.forEach(key -> redis.set(key, "v"));
      lose(redis, plain, "b");

      assertThatExceptionOfType(PartialFailureException.class)
          .isThrownBy(() -> redis.del(keys.toArray(String[]::new)))
          .satisfies(
              failure -> {
                assertThat(failure.failedKeys().stream().map(key -> new String(key, UTF_8)))
                    .containsExactlyElementsOf(lost);
                assertThat(failure.reasons())
                    .hasSameSizeAs(lost)
                    .hasOnlyElementsOfType(ReplicaFailureException.class);
                assertThat(failure.partialReply()).contains(40L - lost.size());
              });
      assertThat(redis.exists(keys.toArray(String[]::new))).isZero();
      assertThat(servers.on("b").exists(lost.toArray(String[]::new))).isEqualTo(lost.size());
    }
  }

  /** Waits until a node is connected that holds a key. */
  private static void awaitAll(RedisCommands<String, String> redis, String key) {
    await()
        .atMost(LONG)
        .ignoreExceptionsInstanceOf(CressException.class)
        .until(() -> redis.del("{" + key + "}none") == 0);
  }

  @Test
  void withoutAnyCopyReadsFailOrMissAsThePolicySays() {
    String lost = CopiedNodes.keyOf(nodes, "a", "b");
    try (CressRedisClient failing = servers.builder(nodes, ALL).build();
        CressRedisClient missing =
            servers.builder(nodes, ALL).failure(FailurePolicy.missOnFailure()).build()) {
      RedisCommands<String, String> redis = failing.connect().sync();
      RedisCommands<String, String> miss = missing.connect().sync();
      redis.set(lost, "v");
      List.of(redis, miss)
          .forEach(
              each -> {
                servers.shards().proxy("a").refuse();
                servers.shards().proxy("b").refuse();
                await()
                    .atMost(LONG)
                    .untilAsserted(
                        () ->
                            assertThatExceptionOfType(NodeUnavailableException.class)
                                .isThrownBy(() -> each.set(lost, "w"))
                                .withMessageContaining("node a is not connected"));
              });

      assertThatExceptionOfType(NodeUnavailableException.class)
          .isThrownBy(() -> redis.get(lost))
          .withMessageContaining("node a is not connected");
      assertThatExceptionOfType(PartialFailureException.class)
          .isThrownBy(() -> redis.mget(lost, CopiedNodes.keyOf(nodes, "c", "b")));
      assertThat(miss.get(lost)).isNull();
      assertThat(miss.hgetall(lost)).isEmpty();
      assertThat(miss.mget(lost, lost)).containsOnly(KeyValue.empty(lost));
    }
  }

  @Test
  void aReadWhoseConnectionIsLostGoesToTheNextCopyAndAWriteDoesNotHideIt() {
    String key = CopiedNodes.keyOf(nodes, "b", "a");
    try (CressRedisClient client = servers.builder(nodes, ALL).build()) {
      RedisCommands<String, String> redis = client.connect().sync();
      redis.set(key, "v");

      servers.shards().proxy("b").cutAfterReplyBytes(1);
      assertThat(redis.get(key)).isEqualTo("v");
      awaitAll(redis, key);
      servers.shards().proxy("b").cutAfterReplyBytes(1);
      assertThatExceptionOfType(ReplicaFailureException.class)
          .isThrownBy(() -> redis.set(key, "w"))
          .satisfies(
              failure ->
                  assertThat(failure.getSuppressed())
                      .hasOnlyElementsOfType(OutcomeUnknownException.class));
    }
  }

  @Test
  void aSilentNodeCostsWritesNothingWhereAnyCopyIsEnoughNorReadsOnceItIsKeptAwayFrom() {
    String key = CopiedNodes.keyOf(nodes, "b", "a");
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    try (CressRedisClient client =
        servers
            .builder(nodes, ANY)
            .uri(node -> uri(node, Duration.ofMillis(200)))
            .meterRegistry(registry)
            .build()) {
      RedisCommands<String, String> redis = client.connect().sync();
      redis.set(key, "v");
      servers.shards().proxy("b").blackHole();

      await()
          .atMost(LONG)
          .until(
              () -> {
                assertThat(redis.set(key, "w")).isEqualTo("OK");
                return !isAvailable(registry, "b");
              });

      await().during(Duration.ofMillis(1_500)).until(() -> redis.get(key).equals("w"));
      servers.shards().proxy("b").heal();
      await().atMost(LONG).until(() -> redis.get(key).equals("w") && isAvailable(registry, "b"));
    }
  }

  private static boolean isAvailable(SimpleMeterRegistry registry, String node) {
    return registry.get("cress.node.available").tag("node", node).gauge().value() == 1;
  }

  private static RedisURI uri(Node node, Duration timeout) {
    return RedisURI.builder()
        .withHost(node.host())
        .withPort(node.port())
        .withTimeout(timeout)
        .build();
  }

  @Test
  void aSilentNodeLetsWritesTimeOutWhereAllMustHaveThem() {
    String key = CopiedNodes.keyOf(nodes, "a", "b");
    try (CressRedisClient client = servers.builder(nodes, ALL).build()) {
      RedisCommands<String, String> redis =
          client.connect(servers.shards().uri(Duration.ofMillis(200))).sync();
      redis.set(key, "v");
      servers.shards().proxy("b").blackHole();

      assertThatExceptionOfType(RedisCommandTimeoutException.class)
          .isThrownBy(() -> redis.set(key, "w"));

      assertThat(redis.get(key)).isEqualTo("w");
    }
  }
}
