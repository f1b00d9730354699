package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.cress.node.CrossNodeException;
import dev.cress.node.RoutingException;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Commands that no node, or no single node, can answer are refused by name in every form. */
class RefusedCommandsIT {

  private static Shards shards;
  private static CressRedisClient client;
  private static StatefulRedisConnection<String, String> connection;
  private static RedisClient plain;
  private static StatefulRedisConnection<String, String> single;

  @BeforeAll
  static void start() {
    shards = new Shards(4);
    client = CressRedisClient.builder().nodes(shards.nodeSet().without("d")).build();
    connection = client.connect();
    plain =
        RedisClient.create(RedisURI.create(shards.server("d").host(), shards.server("d").port()));
    single = plain.connect();
  }

  @AfterAll
  static void stop() {
    plain.shutdown();
    client.shutdown();
    shards.close();
  }

  private static Map<String, BiConsumer<RedisAsyncCommands<String, String>, String>> refused() {
    return Map.ofEntries(
        Map.entry("CLIENT", (r, k) -> r.clientGetname()),
        Map.entry("PUBSUB", (r, k) -> r.pubsubChannels()),
        Map.entry("MOVE", (r, k) -> r.move(k, 1)),
        Map.entry("WAIT", (r, k) -> r.waitForReplication(0, 0)),
        Map.entry("MIGRATE", (r, k) -> r.migrate("h", 1, k, 0, 1)),
        Map.entry("SHUTDOWN", (r, k) -> r.shutdown(false)),
        Map.entry("SELECT", Step.raw("SELECT 1").call()),
        Map.entry("AUTH", Step.raw("AUTH secret").call()),
        Map.entry("SUBSCRIBE", Step.raw("SUBSCRIBE k").call()),
        Map.entry("MONITOR", Step.raw("MONITOR").call()),
        Map.entry("HELLO", Step.raw("HELLO 2").call()),
        Map.entry("FUNCTION", Step.raw("FUNCTION STATS").call()));
  }

  @ParameterizedTest
  @EnumSource
  void commandsThatNoKeyRoutesAreRefusedByNameAndTheConnectionLivesOn(ApiForm form) {
    refused()
        .forEach(
            (name, call) -> {
              // SHUTDOWN has no value, so Lettuce's asynchronous form gives no future to look at.
              if (!name.equals("SHUTDOWN") || form == ApiForm.UNTYPED) {
                assertThatExceptionOfType(RoutingException.class)
                    .as(name)
                    .isThrownBy(() -> form.call(connection, call, "k"))
                    .withMessageStartingWith(name + " is not sent: ");
              }
              connection.sync().set("k", name);
              assertThat(connection.sync().get("k")).isEqualTo(name);
            });
    assertThat(connection.isMulti()).isFalse();
  }

  private static Stream<Step> twoKeys(String a, String b) {
    return Stream.<BiConsumer<RedisAsyncCommands<String, String>, String>>of(
            (r, k) -> r.rename(a, b),
            (r, k) -> r.renamenx(a, b),
            (r, k) -> r.copy(a, b),
            (r, k) -> r.msetnx(Map.of(a, "1", b, "2")),
            (r, k) -> r.sinter(a, b),
            (r, k) -> r.sunionstore(a, a, b),
            (r, k) -> r.smove(a, b, "m"),
            (r, k) -> r.rpoplpush(a, b),
            (r, k) -> r.zinter(a, b),
            (r, k) -> r.zunionstore(a, a, b),
            (r, k) -> r.pfcount(a, b),
            (r, k) -> r.pfmerge(a, b),
            (r, k) -> r.bitopOr(a, a, b),
            (r, k) -> r.eval("return 1", ScriptOutputType.INTEGER, a, b))
        .map(Step::exactly);
  }

  @ParameterizedTest
  @EnumSource
  void keysOnTwoNodesAreRefusedWithTheNodesAndTheRemedy(ApiForm form) {
    String a = Shards.keyOf(client, "a");
    String b = Shards.keyOf(client, "b");

    twoKeys(a, b)
        .forEach(
            step ->
                assertThatExceptionOfType(CrossNodeException.class)
                    .isThrownBy(() -> form.call(connection, step.call(), a))
                    .withMessageContainingAll("nodes", " a", " b", "hash tag")
                    .withMessageNotContainingAny(a, b));
    assertThat(connection.sync().exists(a, b)).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void theSameCommandsWorkWithAHashTag(ApiForm form) {
    String tag = "{tag-" + form + "}";
    String a = tag + "a";
    String b = tag + "b";

    twoKeys(a, b)
        .forEach(
            step -> {
              connection.sync().del(a, b);
              single.sync().del(a, b);

              assertThat(form.outcome(connection, step, tag))
                  .isEqualTo(form.outcome(single, step, tag));
            });
  }

  @ParameterizedTest
  @EnumSource
  void keysOfCressItselfAreRefused(ApiForm form) {
    Stream.<BiConsumer<RedisAsyncCommands<String, String>, String>>of(
            (r, k) -> r.get(k),
            (r, k) -> r.set(k, "v"),
            (r, k) -> r.del("x", k),
            (r, k) -> r.mget("x", k),
            (r, k) -> r.mset(Map.of("x", "1", k, "2")),
            (r, k) -> r.rename("x", k),
            (r, k) -> r.eval("return 1", ScriptOutputType.INTEGER, k))
        .forEach(
            call ->
                assertThatExceptionOfType(IllegalArgumentException.class)
                    .isThrownBy(() -> form.call(connection, call, "__cress__:out"))
                    .withMessageContaining("__cress__:"));
  }
}
