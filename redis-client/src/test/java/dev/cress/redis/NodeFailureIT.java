package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.cress.node.CressException;
import dev.cress.redis.error.NodeUnavailableException;
import dev.cress.redis.error.OutcomeUnknownException;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** A node that is gone, frozen or cut off costs its own keys and nothing else. */
class NodeFailureIT {

  private Shards shards;

  @BeforeEach
  void start() {
    shards = new Shards(3);
  }

  @AfterEach
  void stop() {
    shards.close();
  }

  @Test
  void aNodeThatIsDownAtTheStartFailsItsKeysAtOnce() {
    shards.proxy("b").refuse();
    try (CressRedisClient client = shards.builder().build()) {
      StatefulRedisConnection<String, String> connection = client.connect();
      String lost = Shards.keyOf(client, "b");

      assertThat(connection.sync().set(Shards.keyOf(client, "a"), "v")).isEqualTo("OK");
      assertThat(connection.sync().set(Shards.keyOf(client, "c"), "v")).isEqualTo("OK");

      RedisFuture<String> future = connection.async().get(lost);
      Mono<String> reactive = connection.reactive().get(lost);
      assertThat(future.isDone()).isTrue();
      assertThatExceptionOfType(NodeUnavailableException.class)
          .isThrownBy(() -> connection.sync().get(lost))
          .withMessageStartingWith("node b is not connected; the command was not sent: ")
          .isInstanceOf(RedisConnectionException.class)
          .withCauseInstanceOf(RedisException.class);
      assertThatExceptionOfType(NodeUnavailableException.class).isThrownBy(reactive::block);

      shards.proxy("b").heal();
      settled().untilAsserted(() -> assertThat(connection.sync().set(lost, "v")).isEqualTo("OK"));
    }
  }

  @Test
  void withNoNodeToReachTheClientSaysSo() {
    shards.names().forEach(node -> shards.proxy(node).refuse());
    try (CressRedisClient client = shards.builder().build()) {
      assertThatExceptionOfType(CressException.class)
          .isThrownBy(client::connect)
          .withMessageContaining("node ")
          .withStackTraceContaining("Connection refused");

      shards.names().forEach(node -> shards.proxy(node).heal());
      settled().untilAsserted(() -> assertThat(client.connect().isOpen()).isTrue());
      settled().untilAsserted(() -> assertThat(client.connect().sync().get("k")).isNull());
    }
  }

  @Test
  void aNodeThatIsKilledAndStartedAgainIsReachedAgainAndTagged() {
    try (CressRedisClient client = shards.builder().cluster("restart").build()) {
      RedisCommands<String, String> redis = client.connect().sync();
      String key = Shards.keyOf(client, "b");
      redis.set(key, "v");

      shards.server("b").kill();
      settled()
          .untilAsserted(
              () ->
                  assertThatExceptionOfType(NodeUnavailableException.class)
                      .isThrownBy(() -> redis.get(key)));
      shards.server("b").restart();

      settled().untilAsserted(() -> assertThat(redis.set(key, "again")).isEqualTo("OK"));
      assertThat(shards.clientNames("b"))
          .anyMatch(name -> name.startsWith("cress:restart:1:"))
          .noneMatch(name -> name.startsWith("cress:restart:0:"));
    }
  }

  @Test
  void aCommandThatTheServerGotBeforeItsConnectionDiedFailsAndIsDoneOnce() {
    try (CressRedisClient client = shards.builder().build()) {
      StatefulRedisConnection<String, String> connection = client.connect();
      String key = Shards.keyOf(client, "b");
      connection.sync().set(key, "0");
      shards.proxy("b").cutAfterReplyBytes(0);

      assertThatExceptionOfType(OutcomeUnknownException.class)
          .isThrownBy(() -> connection.sync().incr(key))
          .withMessage("the connection to node b was lost; the outcome of the command is unknown");

      settled().untilAsserted(() -> assertThat(connection.sync().get(key)).isEqualTo("1"));
      assertThat(shards.on("b").get(key)).isEqualTo("1");
    }
  }

  @Test
  void commandsInFlightFailWhenTheirConnectionIsCutAndNoneIsSentTwice() {
    try (CressRedisClient client = shards.builder().build()) {
      StatefulRedisConnection<String, String> connection = client.connect();
      List<String> keys = Shards.keysOf(client, "b").limit(500).toList();
      connection.setAutoFlushCommands(false);
      List<RedisFuture<Long>> futures = keys.stream().map(connection.async()::incr).toList();
      shards.proxy("b").blackHole();
      connection.flushCommands();

      shards.proxy("b").cut();

      assertThat(futures).allMatch(NodeFailureIT::tellsWhetherItWasSent);
      shards.proxy("b").heal();
      connection.setAutoFlushCommands(true);
      settled().untilAsserted(() -> assertThat(connection.sync().exists(keys.get(0))).isZero());
      assertThat(shards.on("b").exists(keys.toArray(String[]::new))).isZero();
    }
  }

  @Test
  void commandsThatAreBeingWrittenWhenTheirConnectionIsCutSayWhetherTheyWereSent() {
    try (CressRedisClient client = shards.builder().build()) {
      StatefulRedisConnection<String, String> connection = client.connect();
      String key = Shards.keyOf(client, "b");
      String big = "x".repeat(1 << 20);
      shards.proxy("b").blackHole();
      List<RedisFuture<String>> futures =
          IntStream.range(0, 64).mapToObj(i -> connection.async().set(key, big)).toList();

      shards.proxy("b").cut();

      assertThat(futures).allMatch(NodeFailureIT::tellsWhetherItWasSent);
    }
  }

  @Test
  void writersAndRetriesDuringALossAreToldWhetherTheirCommandsWereSent() throws Exception {
    try (CressRedisClient client = shards.builder().build()) {
      StatefulRedisConnection<String, String> connection = client.connect();
      String key = Shards.keyOf(client, "b");
      Queue<RedisFuture<String>> futures = new ConcurrentLinkedQueue<>();
      AtomicBoolean stop = new AtomicBoolean();
      Runnable writer =
          () -> {
            while (!stop.get()) {
              RedisFuture<String> future = connection.async().set(key, "v");
              futures.add(future);
              future.whenComplete(
                  (ok, failure) -> {
                    if (failure != null) {
                      futures.add(connection.async().get(key));
                    }
                  });
              await().pollDelay(Duration.ZERO).until(future::isDone);
            }
          };
      List<CompletableFuture<Void>> writers =
          IntStream.range(0, 4).mapToObj(i -> CompletableFuture.runAsync(writer)).toList();

      for (int i = 0; i < 30; i++) {
        int before = futures.size();
        await().until(() -> futures.size() > before + 20);
        shards.proxy("b").cut();
        settled().until(() -> connection.sync().get(key) != null);
      }
      stop.set(true);
      for (CompletableFuture<Void> each : writers) {
        each.get(20, TimeUnit.SECONDS);
      }

      assertThat(futures)
          .filteredOn(future -> future.toCompletableFuture().isCompletedExceptionally())
          .isNotEmpty()
          .allMatch(NodeFailureIT::tellsWhetherItWasSent);
    }
  }

  private static boolean tellsWhetherItWasSent(RedisFuture<?> future) {
    Throwable failure = failure(future);
    return failure instanceof OutcomeUnknownException
        || failure instanceof NodeUnavailableException;
  }

  private static Throwable failure(RedisFuture<?> future) {
    return future
        .toCompletableFuture()
        .handle((value, failure) -> Objects.requireNonNull(failure))
        .orTimeout(20, TimeUnit.SECONDS)
        .join();
  }

  /** Waits until a node is back; its failures meanwhile are what the wait is for. */
  private static ConditionFactory settled() {
    return await()
        .atMost(Duration.ofSeconds(20))
        .ignoreExceptionsMatching(e -> e instanceof RedisException || e instanceof CressException);
  }

  private static ClientOptions queueOf(int commands) {
    return ClientOptions.builder().requestQueueSize(commands).build();
  }

  @Test
  void aFrozenNodeTakesAsManyCommandsAsItsQueueHoldsAndRejectsTheOthersAtOnce() {
    assertQueueBound(shards.builder().clientOptions(queueOf(100)).build(), 100, 1_000);
  }

  @Test
  void withoutASettingTheQueueIsBoundedToo() {
    assertQueueBound(shards.builder().build(), 65_536, 140_000);
  }

  private void assertQueueBound(CressRedisClient built, int bound, int commands) {
    try (CressRedisClient client = built) {
      StatefulRedisConnection<String, String> connection = client.connect();
      String lost = Shards.keyOf(client, "b");
      String fine = Shards.keyOf(client, "a");
      shards.server("b").pause();

      List<RedisFuture<String>> futures =
          IntStream.range(0, commands).mapToObj(i -> connection.async().get(lost)).toList();

      settled()
          .untilAsserted(
              () ->
                  assertThat(futures.stream().filter(future -> !future.isDone()).count())
                      .isBetween(1L, 2L * bound));
      settled().until(futures.get(commands - 1)::isDone);
      assertThatExceptionOfType(RedisException.class)
          .isThrownBy(() -> connection.sync().get(lost))
          .withMessageContaining("size exceeded");
      assertThat(connection.sync().set(fine, "v")).isEqualTo("OK");
      shards.server("b").resume();
      settled().untilAsserted(() -> assertThat(futures).allMatch(RedisFuture::isDone));
      settled().untilAsserted(() -> assertThat(connection.sync().get(lost)).isNull());
    }
  }

  @Test
  void aCallerThatRunsOutOfTimeLeavesTheConnectionInOrder() {
    RedisURI impatient = shards.uri(Duration.ofMillis(100));
    try (CressRedisClient client = shards.builder().build()) {
      RedisCommands<String, String> redis = client.connect(impatient).sync();
      RedisCommands<String, String> patient = client.connect().sync();
      List<String> keys = Shards.keysOf(client, "b").limit(4).toList();
      keys.forEach(key -> patient.set(key, key));
      shards.proxy("b").blackHole();

      keys.forEach(
          key ->
              assertThatExceptionOfType(RedisCommandTimeoutException.class)
                  .isThrownBy(() -> redis.get(key)));
      shards.proxy("b").heal();

      keys.forEach(key -> assertThat(patient.get(key)).isEqualTo(key));
      assertThat(shards.proxy("b").connections()).isOne();
    }
  }

  @Test
  void aFrozenNodeAtTheStartDoesNotKeepTheOthersFromServing() {
    shards.server("b").pause();
    try (CressRedisClient client = shards.builder().build()) {
      RedisCommands<String, String> redis = client.connect().sync();

      assertThat(redis.set(Shards.keyOf(client, "a"), "v")).isEqualTo("OK");
      assertThatExceptionOfType(NodeUnavailableException.class)
          .isThrownBy(() -> redis.get(Shards.keyOf(client, "b")));
      shards.server("b").resume();
      settled()
          .untilAsserted(
              () -> assertThat(redis.set(Shards.keyOf(client, "b"), "v")).isEqualTo("OK"));
    }
  }
}
