package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cress.node.CrossNodeException;
import dev.cress.node.RoutingException;
import dev.cress.redis.error.NodeUnavailableException;
import dev.cress.redis.error.OutcomeUnknownException;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.TransactionResult;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Transactions through a sharded connection. */
class TransactionsIT {

  private static Shards shards;
  private static RedisClient plain;
  private static CressRedisClient one;
  private static CressRedisClient three;

  @BeforeAll
  static void start() {
    shards = new Shards(4);
    plain =
        RedisClient.create(RedisURI.create(shards.server("d").host(), shards.server("d").port()));
    one =
        CressRedisClient.builder()
            .nodes(shards.nodeSet().without("b").without("c").without("d"))
            .cluster("one")
            .build();
    three =
        CressRedisClient.builder().nodes(shards.nodeSet().without("d")).cluster("three").build();
  }

  @AfterAll
  static void stop() {
    plain.shutdown();
    one.shutdown();
    three.shutdown();
    shards.close();
  }

  static Stream<Arguments> formsAndNodes() {
    return Stream.of(TransactionForms.values())
        .flatMap(form -> IntStream.of(1, 3).mapToObj(nodes -> Arguments.of(form, nodes)));
  }

  @ParameterizedTest
  @MethodSource("formsAndNodes")
  void theCallerSeesWhatPlainLettuceShows(TransactionForms form, int nodes) throws Exception {
    StatefulRedisConnection<String, String> sharded = (nodes == 1 ? one : three).connect();
    StatefulRedisConnection<String, String> single = plain.connect();
    assumeTrue(
        form != TransactionForms.MISUSED
            || !single.sync().info("server").contains("valkey_version"),
        "Valkey ends a transaction with MULTI or WATCH in it, Cress lets it go on as Redis does");
    for (int i = 0; i < 6; i++) {
      String key = "{" + form + nodes + i + "}";

      List<String> expected = form.play(single, key);
      List<String> actual = form.play(sharded, key);

      assertThat(actual).isEqualTo(expected);
    }
    sharded.close();
    single.close();
  }

  @Test
  void aWatchedKeyThatAnotherChangesDiscardsTheTransaction() {
    RedisCommands<String, String> redis = three.connect().sync();
    RedisCommands<String, String> other = three.connect().sync();
    redis.set("{w}k", "0");
    redis.watch("{w}k");
    assertThat(redis.get("{w}k")).isEqualTo("0");

    other.set("{w}k", "1");
    redis.multi();
    redis.set("{w}other", "never");
    TransactionResult result = redis.exec();

    assertThat(result.wasDiscarded()).isTrue();
    assertThat(redis.exists("{w}other")).isZero();
    redis.multi();
    redis.set("{w}other", "now");
    assertThat(redis.exec().wasDiscarded()).isFalse();
  }

  @Test
  void aKeyOfAnotherNodeIsRefusedAndExecDiscards() {
    RedisAsyncCommands<String, String> redis = three.connect().async();
    String a = Shards.keyOf(three, "a");
    String b = Shards.keyOf(three, "b");
    three.connect().sync().del(a, b);

    redis.multi();
    RedisFuture<String> first = redis.set(a, "1");
    RedisFuture<String> second = redis.set(b, "1");
    RedisFuture<TransactionResult> exec = redis.exec();

    assertFails(second, CrossNodeException.class, "nodes", " a", " b", "hash tag");
    assertFails(exec, RedisCommandExecutionException.class, "EXECABORT");
    assertThat(exec.toCompletableFuture().handle((result, failure) -> failure).join())
        .hasCauseInstanceOf(CrossNodeException.class);
    assertThat(first.toCompletableFuture().join()).isNull();
    assertThat(three.connect().sync().exists(a, b)).isZero();
  }

  @Test
  void aWatchedKeyOfAnotherNodeIsRefusedAndTheFirstOneIsStillWatched() {
    RedisCommands<String, String> redis = three.connect().sync();
    String a = Shards.keyOf(three, "a");
    redis.watch(a);

    assertThatExceptionOfType(CrossNodeException.class)
        .isThrownBy(() -> redis.watch(Shards.keyOf(three, "b")));

    three.connect().sync().set(a, "changed");
    redis.multi();
    redis.set(a, "never");
    assertThat(redis.exec().wasDiscarded()).isTrue();
    three.connect().sync().del(a);
  }

  @Test
  void commandsThatNoNodeOwnsAreRefusedAndExecDiscards() {
    RedisAsyncCommands<String, String> redis = three.connect().async();
    redis.multi();
    assertFails(redis.unwatch(), RoutingException.class, "UNWATCH is not sent inside MULTI");
    assertFails(redis.exec(), RedisCommandExecutionException.class, "EXECABORT");
    redis.multi();
    assertFails(
        redis.configGet("*"), RoutingException.class, "CONFIG GET is not sent inside MULTI");
    assertFails(redis.exec(), RedisCommandExecutionException.class, "EXECABORT");
    redis.multi();
    assertFails(redis.get("__cress__:out"), IllegalArgumentException.class, "belong to");
    assertThat(redis.discard().toCompletableFuture().join()).isEqualTo("OK");
  }

  /** Of a command with sub-commands already the look-up encodes its arguments. */
  @Test
  void aKeyThatItsCodecRefusesFailsItsCommandAndHoldsUpNoOther() {
    RedisAsyncCommands<String, String> redis = three.connect(new Squeamish()).async();

    redis.watch("squeamish");
    RedisFuture<String> refused = redis.objectEncoding(Squeamish.REFUSED);
    RedisFuture<String> behind = redis.get("squeamish");
    assertFails(refused, IllegalArgumentException.class, "refused");
    assertThat(behind.toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join()).isNull();

    redis.multi();
    assertFails(redis.objectEncoding(Squeamish.REFUSED), IllegalArgumentException.class, "refused");
    assertFails(redis.exec(), RedisCommandExecutionException.class, "EXECABORT");
  }

  /** Encodes all texts but one. */
  private static final class Squeamish implements RedisCodec<String, String> {
    static final String REFUSED = "refused";

    @Override
    public String decodeKey(ByteBuffer bytes) {
      return StringCodec.UTF8.decodeKey(bytes);
    }

    @Override
    public String decodeValue(ByteBuffer bytes) {
      return StringCodec.UTF8.decodeValue(bytes);
    }

    @Override
    public ByteBuffer encodeKey(String key) {
      if (key.equals(REFUSED)) {
        throw new IllegalArgumentException(key);
      }
      return StringCodec.UTF8.encodeKey(key);
    }

    @Override
    public ByteBuffer encodeValue(String value) {
      return StringCodec.UTF8.encodeValue(value);
    }
  }

  @Test
  void aNestedMultiFailsAndTheTransactionGoesOn() {
    RedisAsyncCommands<String, String> redis = three.connect().async();
    redis.multi();

    assertFails(redis.multi(), RedisCommandExecutionException.class, "can not be nested");

    RedisFuture<Long> incremented = redis.incr("nested");
    assertThat(redis.exec().toCompletableFuture().join().<Long>get(0)).isEqualTo(1);
    assertThat(incremented.toCompletableFuture().join()).isEqualTo(1);
  }

  @Test
  void onlyWatchedKeysOpenASocketAndItClosesWithItsConnection() {
    try (CressRedisClient client = shards.builder().cluster("sockets").build()) {
      StatefulRedisConnection<String, String> connection = client.connect();
      RedisCommands<String, String> redis = connection.sync();
      String key = Shards.keyOf(client, "a");

      redis.multi();
      redis.set(key, "v");
      redis.exec();
      assertThat(shards.sockets("a", "sockets:1")).isEqualTo(1);
      for (int i = 0; i < 3; i++) {
        redis.watch(key);
        redis.multi();
        redis.exec();
      }
      assertThat(shards.sockets("a", "sockets:1")).isEqualTo(2);

      connection.close();
      Awaitility.await().until(() -> shards.sockets("a", "sockets:1") == 1);
      assertThatExceptionOfType(RedisException.class).isThrownBy(() -> redis.watch(key));
    }
  }

  @Test
  void anExecWhoseConnectionIsLostHasAnUnknownOutcomeAndOneOnALostNodeIsNotSent() {
    try (CressRedisClient client = shards.builder().cluster("lost").build()) {
      RedisAsyncCommands<String, String> redis = client.connect().async();
      String key = Shards.keyOf(client, "b");
      redis.set(key, "0").toCompletableFuture().join();
      shards.proxy("b").cutAfterReplyBytes(0);
      redis.multi();
      RedisFuture<Long> incremented = redis.incr(key);
      RedisFuture<TransactionResult> exec = redis.exec();

      assertFails(exec, OutcomeUnknownException.class, "node b", "unknown");
      assertFails(incremented, OutcomeUnknownException.class, "node b", "unknown");

      shards.proxy("b").refuse();
      Awaitility.await()
          .untilAsserted(() -> assertFails(redis.get(key), NodeUnavailableException.class));
      redis.multi();
      redis.incr(key);
      assertFails(redis.exec(), NodeUnavailableException.class, "not sent");
      shards.proxy("b").heal();
      Awaitility.await()
          .until(() -> redis.get(key).toCompletableFuture().handle((v, e) -> e == null).join());
      assertThat(shards.on("b").get(key)).isEqualTo("1");
    }
  }

  @Test
  void aWatchWhoseConnectionIsLostFailsTheTransactionAndNothingIsDone() {
    try (CressRedisClient client = shards.builder().cluster("lostwatch").build()) {
      RedisCommands<String, String> redis = client.connect().sync();
      String key = Shards.keyOf(client, "c");
      redis.set(key, "0");
      redis.watch(key);
      shards.proxy("c").cut();
      Awaitility.await().ignoreExceptions().until(() -> redis.get(key).equals("0"));

      redis.multi();
      redis.incr(key);

      assertThatExceptionOfType(NodeUnavailableException.class).isThrownBy(redis::exec);
      assertThat(redis.get(key)).isEqualTo("0");
      redis.watch(key);
      redis.multi();
      redis.incr(key);
      assertThat(redis.exec().<Long>get(0)).isEqualTo(1);
    }
  }

  @Test
  void aWatchOnASilentNodeHoldsUpOtherNodesNoLongerThanItsTimeOut() {
    try (CressRedisClient client = shards.builder().cluster("silent").build()) {
      StatefulRedisConnection<String, String> connection = client.connect();
      RedisCommands<String, String> redis = connection.sync();
      String silent = Shards.keyOf(client, "c");
      String other = Shards.keyOf(client, "a");
      redis.watch(silent);
      redis.unwatch();
      shards.proxy("c").blackHole();
      connection.setTimeout(Duration.ofMillis(200));

      assertThatExceptionOfType(RedisCommandTimeoutException.class)
          .isThrownBy(() -> redis.watch(silent));

      connection.setTimeout(Duration.ofSeconds(20));
      assertThat(redis.set(other, "v")).isEqualTo("OK");
      redis.watch(other);
      redis.multi();
      redis.set(other, "w");
      assertThat(redis.exec().wasDiscarded()).isFalse();
    } finally {
      shards.proxy("c").cut();
      shards.proxy("c").heal();
    }
  }

  @Test
  void fiftyThreadsCountRightByWatchingAndByWholeTransactions() throws Exception {
    List<CompletableFuture<Integer>> threads = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      int thread = i;
      threads.add(
          CompletableFuture.supplyAsync(() -> count(thread), task -> new Thread(task).start()));
    }

    int retries = 0;
    for (CompletableFuture<Integer> thread : threads) {
      retries += thread.get(60, TimeUnit.SECONDS);
    }

    RedisCommands<String, String> redis = three.connect().sync();
    for (int counter = 0; counter < 5; counter++) {
      assertThat(redis.get("{count" + counter + "}")).isEqualTo("40");
      assertThat(redis.get("{count" + counter + "}pair")).isEqualTo("40");
    }
    assertThat(retries).isPositive();
  }

  /** Adds 4 to a counter that ten threads share; returns how often it had to begin again. */
  private static int count(int thread) {
    StatefulRedisConnection<String, String> connection = three.connect();
    RedisCommands<String, String> redis = connection.sync();
    String key = "{count" + thread % 5 + "}";
    int retries = 0;
    for (int done = 0; done < 4; ) {
      redis.watch(key);
      String value = redis.get(key);
      redis.multi();
      redis.set(key, Integer.toString(value == null ? 1 : Integer.parseInt(value) + 1));
      redis.incr(key + "pair");
      if (redis.exec().wasDiscarded()) {
        retries++;
      } else {
        done++;
      }
    }
    connection.close();
    return retries;
  }

  @Test
  void closingTheConnectionCancelsWhatATransactionHasCollected() {
    StatefulRedisConnection<String, String> connection = three.connect();
    connection.async().multi();
    RedisFuture<String> collected = connection.async().set("closed", "v");

    connection.close();

    assertThat(collected.isCancelled()).isTrue();
    assertThat(three.connect().sync().exists("closed")).isZero();
  }

  private static void assertFails(
      RedisFuture<?> future, Class<? extends Throwable> type, String... parts) {
    assertThatThrownBy(() -> future.toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join())
        .isInstanceOf(CompletionException.class)
        .cause()
        .isInstanceOf(type)
        .message()
        .satisfies(message -> assertThat(parts).allMatch(message::contains));
  }
}
