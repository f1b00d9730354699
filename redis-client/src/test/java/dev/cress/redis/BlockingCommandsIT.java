package dev.cress.redis;

import static dev.cress.redis.Scene.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cress.node.CrossNodeException;
import dev.cress.redis.error.OutcomeUnknownException;
import io.lettuce.core.KeyValue;
import io.lettuce.core.LMPopArgs;
import io.lettuce.core.LMoveArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XAddArgs;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.XReadArgs.StreamOffset;
import io.lettuce.core.ZPopArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Commands that wait at the server, through a sharded connection. */
class BlockingCommandsIT {

  private static Shards shards;
  private static RedisClient plain;
  private static CressRedisClient client;

  @BeforeAll
  static void start() {
    shards = new Shards(4);
    plain =
        RedisClient.create(RedisURI.create(shards.server("d").host(), shards.server("d").port()));
    client = CressRedisClient.builder().nodes(shards.nodeSet().without("d")).build();
  }

  @AfterAll
  static void stop() {
    plain.shutdown();
    client.shutdown();
    shards.close();
  }

  /** Every command that may block, once with something to take and once with nothing. */
  @SuppressWarnings("unchecked") // arrays of StreamOffset hold nothing else
  private static List<Step> everyCommand() {
    return Stream.<BiConsumer<RedisAsyncCommands<String, String>, String>>of(
            (r, k) -> r.del(k, k + "2", k + "z", k + "s"),
            (r, k) -> r.rpush(k, "a", "b", "c", "d", "e", "f"),
            (r, k) -> r.blpop(0.05, k + "2", k),
            (r, k) -> r.brpop(0.05, k),
            (r, k) -> r.blmove(k, k + "2", LMoveArgs.Builder.leftLeft(), 0.05),
            (r, k) -> r.brpoplpush(0.05, k, k + "2"),
            (r, k) -> r.blmpop(0.05, LMPopArgs.Builder.left().count(2), k, k + "2"),
            (r, k) -> r.zadd(k + "z", 1, "x"),
            (r, k) -> r.zadd(k + "z", 2, "y"),
            (r, k) -> r.zadd(k + "z", 3, "z"),
            (r, k) -> r.bzpopmin(0.05, k + "z"),
            (r, k) -> r.bzpopmax(0.05, k + "z"),
            (r, k) -> r.bzmpop(0.05, ZPopArgs.Builder.min(), k + "z"),
            (r, k) -> r.xadd(k + "s", new XAddArgs().id("1-1"), "f", "v"),
            (r, k) -> r.xread(XReadArgs.Builder.block(50), StreamOffset.from(k + "s", "0")),
            (r, k) -> r.xread(StreamOffset.from(k + "s", "0")),
            (r, k) -> r.xread(XReadArgs.Builder.block(20), StreamOffset.latest(k + "s")),
            (r, k) -> r.del(k, k + "2", k + "z", k + "s"),
            (r, k) -> r.blpop(0.02, k + "2", k),
            (r, k) -> r.blmove(k, k + "2", LMoveArgs.Builder.leftLeft(), 0.02),
            (r, k) -> r.brpoplpush(0.02, k, k + "2"),
            (r, k) -> r.blmpop(0.02, LMPopArgs.Builder.left(), k, k + "2"),
            (r, k) -> r.bzpopmin(0.02, k + "z"),
            (r, k) -> r.bzmpop(0.02, ZPopArgs.Builder.min(), k + "z"),
            (r, k) -> r.set(k, "text"),
            (r, k) -> r.blpop(0.02, k),
            (r, k) -> r.del(k))
        .map(Step::exactly)
        .toList();
  }

  @ParameterizedTest
  @EnumSource
  void repliesAreThoseOfPlainLettuce(ApiForm form) {
    StatefulRedisConnection<String, String> single = plain.connect();
    StatefulRedisConnection<String, String> sharded = client.connect();
    for (int i = 0; i < 3; i++) {
      String key = "{" + form + i + "}";
      int number = 0;
      for (Step step : everyCommand()) {
        String expected = form.outcome(single, step, key);
        String actual = form.outcome(sharded, step, key);
        assertThat(actual).as("step %d", number++).isEqualTo(expected);
      }
    }
    single.close();
    sharded.close();
  }

  @Test
  void aBlockedCallHoldsUpNothingElseAndIsServedWhenAnElementComes() throws Exception {
    StatefulRedisConnection<String, String> connection = client.connect();
    RedisFuture<KeyValue<String, String>> blocked = connection.async().blpop(0, "served");
    awaitBlocked(client.ownerOf("served").name(), 1);

    assertThat(connection.sync().get("served-other")).isNull();
    assertThat(connection.sync().rpush("served", "v")).isEqualTo(1);

    assertThat(get(blocked)).isEqualTo(KeyValue.just("served", "v"));
    connection.close();
  }

  @Test
  void keysOfTwoNodesAreRefused() {
    RedisCommands<String, String> redis = client.connect().sync();

    assertThatExceptionOfType(CrossNodeException.class)
        .isThrownBy(() -> redis.blpop(0, Shards.keyOf(client, "a"), Shards.keyOf(client, "b")))
        .withMessageContainingAll("BLPOP", " a", " b");
  }

  @Test
  void moreCallsThanSocketsWaitTheirTurnAndAllAreServed() throws Exception {
    try (CressRedisClient own = shards.builder().cluster("many").build()) {
      StatefulRedisConnection<String, String> connection = own.connect();
      List<RedisFuture<KeyValue<String, String>>> calls = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        calls.add(connection.async().blpop(0, "many"));
      }
      String owner = own.ownerOf("many").name();
      awaitBlocked(owner, 16);
      assertThat(shards.sockets(owner, "many")).isEqualTo(17);

      connection.sync().rpush("many", numbers(50));

      List<String> taken = new ArrayList<>();
      for (RedisFuture<KeyValue<String, String>> call : calls) {
        taken.add(get(call).getValue());
      }
      assertThat(taken).containsExactlyInAnyOrder(numbers(50));
      connection.close();
      Awaitility.await().until(() -> shards.sockets(owner, "many") == 1);
    }
  }

  private static String[] numbers(int count) {
    return IntStream.range(0, count).mapToObj(Integer::toString).toArray(String[]::new);
  }

  /** No more than 4096 calls may wait for a node. */
  @Test
  void callsThatWereGivenUpDoNotWaitForASocketAnyMore() throws Exception {
    StatefulRedisConnection<String, String> connection = client.connect();
    List<RedisFuture<KeyValue<String, String>>> calls = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      calls.add(connection.async().blpop(0, "taken"));
    }
    awaitBlocked(client.ownerOf("taken").name(), 16);

    for (int i = 0; i < 4097; i++) {
      connection.async().blpop(0, "taken").cancel(true);
    }
    calls.add(connection.async().blpop(0, "taken"));

    connection.sync().rpush("taken", numbers(17));
    for (RedisFuture<KeyValue<String, String>> call : calls) {
      assertThat(get(call).getKey()).isEqualTo("taken");
    }
    connection.close();
  }

  @Test
  void aCallThatItsCallerGaveUpTakesNothing() throws Exception {
    StatefulRedisConnection<String, String> connection = client.connect();
    RedisFuture<KeyValue<String, String>> call = connection.async().blpop(0, "given-up");
    String owner = client.ownerOf("given-up").name();
    awaitBlocked(owner, 1);

    call.cancel(true);

    awaitBlocked(owner, 0);
    assertThat(connection.sync().rpush("given-up", "v")).isEqualTo(1);
    assertThat(connection.sync().llen("given-up")).isEqualTo(1);
    connection.close();
  }

  /** As in plain Lettuce the connection's time-out holds; the element is not taken afterwards. */
  @Test
  void aCallThatOutlivesTheConnectionsTimeOutFailsAndTakesNothing() {
    StatefulRedisConnection<String, String> connection = client.connect();
    connection.setTimeout(Duration.ofMillis(100));

    assertThatExceptionOfType(RedisCommandTimeoutException.class)
        .isThrownBy(() -> connection.sync().blpop(10, "outlived"));

    awaitBlocked(client.ownerOf("outlived").name(), 0);
    assertThat(connection.sync().rpush("outlived", "v")).isEqualTo(1);
    assertThat(connection.sync().llen("outlived")).isEqualTo(1);
    connection.close();
  }

  @Test
  void closingTheConnectionEndsItsBlockedCallsAndTheyTakeNothing() {
    StatefulRedisConnection<String, String> connection = client.connect();
    RedisFuture<KeyValue<String, String>> call = connection.async().blpop(0, "closed");
    awaitBlocked(client.ownerOf("closed").name(), 1);

    connection.close();

    assertThatThrownBy(() -> get(call))
        .hasCauseInstanceOf(RedisException.class)
        .cause()
        .hasMessage("Connection is closed");
    assertThat(client.connect().sync().rpush("closed", "v")).isEqualTo(1);
    assertThat(client.connect().sync().llen("closed")).isEqualTo(1);
  }

  @Test
  void aLostConnectionLeavesTheOutcomeUnknown() {
    RedisAsyncCommands<String, String> redis = client.connect().async();
    String key = Shards.keyOf(client, "c");
    RedisFuture<KeyValue<String, String>> call = redis.blpop(0, key);
    awaitBlocked("c", 1);

    shards.proxy("c").cut();

    assertThatThrownBy(() -> get(call)).hasCauseInstanceOf(OutcomeUnknownException.class);
    Awaitility.await().ignoreExceptions().until(() -> get(redis.llen(key)) == 0);
  }

  @Test
  void closingTheClientEndsBlockedCalls() {
    CressRedisClient own = shards.builder().cluster("shut").build();
    RedisFuture<KeyValue<String, String>> call = own.connect().async().blpop(0, "shut");
    awaitBlocked(own.ownerOf("shut").name(), 1);

    own.shutdown();

    assertThatThrownBy(() -> get(call)).hasCauseInstanceOf(RedisException.class);
  }

  @SuppressWarnings("unchecked") // arrays of StreamOffset hold nothing else
  @Test
  void aStreamIsReadFromItsLastEntryOn() throws Exception {
    StatefulRedisConnection<String, String> connection = client.connect();
    connection.sync().xadd("stream", "f", "old");
    RedisFuture<List<StreamMessage<String, String>>> read =
        connection.async().xread(XReadArgs.Builder.block(0), StreamOffset.latest("stream"));
    awaitBlocked(client.ownerOf("stream").name(), 1);

    connection.sync().xadd("stream", "f", "new");

    assertThat(get(read)).extracting(StreamMessage::getBody).containsExactly(Map.of("f", "new"));
    connection.close();
  }

  @Test
  void fiftyThreadsTakeEachElementOnce() throws Exception {
    List<CompletableFuture<List<String>>> takers = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      int taker = i;
      takers.add(
          CompletableFuture.supplyAsync(() -> take(taker), task -> new Thread(task).start()));
    }
    StatefulRedisConnection<String, String> connection = client.connect();
    for (String number : numbers(500)) {
      connection.async().rpush("queue" + Integer.parseInt(number) % 5, number);
    }

    List<String> taken = new ArrayList<>();
    for (CompletableFuture<List<String>> taker : takers) {
      taken.addAll(taker.get(60, TimeUnit.SECONDS));
    }
    assertThat(taken).containsExactlyInAnyOrder(numbers(500));
  }

  private static List<String> take(int taker) {
    StatefulRedisConnection<String, String> connection = client.connect();
    List<String> taken = new ArrayList<>();
    while (taken.size() < 10) {
      taken.add(connection.sync().blpop(0, "queue" + taker % 5).getValue());
    }
    connection.close();
    return taken;
  }

  private static void awaitBlocked(String node, int count) {
    Awaitility.await()
        .pollInterval(Duration.ofMillis(5))
        .until(() -> shards.on(node).info("clients").contains("blocked_clients:" + count + "\r"));
  }
}
