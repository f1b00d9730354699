package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.cress.redis.error.NodeUnavailableException;
import dev.cress.redis.error.OutcomeUnknownException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Callers are kept away from a node that does not answer in time, and let back when it does. */
class SilentNodeIT {

  private static final Duration DEADLINE = Duration.ofMillis(200);
  private static final Duration SOON = Duration.ofMillis(1_500);
  private static final String SILENT = "does not answer in time; the command was not sent";

  private static Shards shards;
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private CressRedisClient client;
  private StatefulRedisConnection<String, String> connection;
  private RedisCommands<String, String> redis;
  private Map<String, String> keys;

  @BeforeAll
  static void start() {
    shards = new Shards(5);
  }

  @BeforeEach
  void connect() {
    client = shards.builder().meterRegistry(registry).build();
    connection = client.connect(shards.uri(DEADLINE));
    redis = connection.sync();
    keys =
        shards.names().stream()
            .collect(Collectors.toMap(name -> name, name -> Shards.keyOf(client, name)));
    await().untilAsserted(() -> keys.values().forEach(key -> redis.set(key, "v")));
  }

  @AfterEach
  void heal() {
    shards.names().forEach(name -> shards.server(name).resume());
    shards.names().forEach(name -> shards.proxy(name).heal());
    client.shutdown();
  }

  @AfterAll
  static void stop() {
    shards.close();
  }

  private static ConditionFactory settled() {
    return await().atMost(Duration.ofSeconds(20)).pollDelay(Duration.ZERO);
  }

  /** Every call returns by its own deadline, whatever comes of it. */
  private static @Nullable Throwable failureInTime(ThrowingCallable call) {
    long start = System.nanoTime();
    Throwable failure = catchThrowable(call);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SOON);
    return failure;
  }

  private boolean isKeptAway(String name) {
    Throwable failure = failureInTime(() -> redis.get(keys.get(name)));
    return failure instanceof NodeUnavailableException && failure.toString().endsWith(SILENT);
  }

  private double available(String name) {
    return registry.get("cress.node.available").tag("node", name).gauge().value();
  }

  private void servesAgain(String name) {
    settled().until(() -> failureInTime(() -> redis.get(keys.get(name))) == null);
    settled().until(() -> !isKeptAway(name) && available(name) == 1);
  }

  @Test
  void aFrozenNodeFailsItsKeysAtOnceAndServesThemWhenItGoesOn() {
    shards.server("b").pause();

    assertThat(failureInTime(() -> redis.get(keys.get("b"))))
        .isInstanceOf(RedisCommandTimeoutException.class);
    settled().until(() -> isKeptAway("b"));
    assertThat(available("b")).isZero();
    assertThat(available("a")).isOne();
    assertThat(redis.get(keys.get("a"))).isEqualTo("v");

    shards.server("b").resume();
    servesAgain("b");
  }

  @Test
  void whatAnyNodeKnowsIsNotAskedOfOneThatIsKeptAwayFrom() {
    shards.server("a").pause();
    settled().until(() -> isKeptAway("a"));

    assertThat(redis.echo("hello")).isEqualTo("hello");

    shards.server("a").resume();
    servesAgain("a");
  }

  @Test
  void asynchronousCommandsOfABlackHoleCountToo() {
    shards.proxy("b").blackHole();
    List<RedisFuture<String>> futures =
        IntStream.range(0, 1_000).mapToObj(i -> connection.async().get(keys.get("b"))).toList();

    settled().until(() -> available("b") == 0);

    assertThat(futures).allMatch(RedisFuture::isDone);
    assertThat(shards.proxy("b").connections()).isOne();
    shards.proxy("b").heal();
    servesAgain("b");
  }

  @Test
  void aNodeThatIsSlowerThanItsCallersAllowIsNotAvailable() {
    shards.proxy("b").delay(DEADLINE);

    settled().until(() -> isKeptAway("b"));

    shards.proxy("b").heal();
    servesAgain("b");
  }

  @Test
  void aNodeThatResetsItsConnectionsAgainAndAgainCostsNobodyMoreThanItsDeadline() {
    for (int i = 0; i < 50; i++) {
      shards.proxy("b").cutAfterReplyBytes(i);
      assertThat(failureInTime(() -> redis.get(keys.get("b"))))
          .satisfiesAnyOf(
              failure -> assertThat(failure).isNull(),
              failure -> assertThat(failure).isInstanceOf(NodeUnavailableException.class),
              failure -> assertThat(failure).isInstanceOf(OutcomeUnknownException.class));
      assertThat(redis.get(keys.get("a"))).isEqualTo("v");
    }

    shards.proxy("b").heal();
    servesAgain("b");
  }

  @Test
  void whileANodeIsKeptAwayOneCommandAtATimeTriesIt() throws Exception {
    shards.server("b").pause();
    settled().until(() -> isKeptAway("b"));

    List<RedisFuture<String>> futures =
        IntStream.range(0, 1_000).mapToObj(i -> connection.async().get(keys.get("b"))).toList();

    assertThat(futures.stream().filter(future -> !future.isDone()).count()).isLessThanOrEqualTo(1);
    shards.server("b").resume();
    servesAgain("b");
    assertThat(connection.async().get(keys.get("b")).get(9, TimeUnit.SECONDS)).isEqualTo("v");
  }

  /** Who sends nothing but transactions must find out as well that the node is back. */
  @Test
  void aTransactionTriesANodeThatIsKeptAwayFromAndNoReplyGoesAstray() {
    shards.server("b").pause();
    settled().until(() -> isKeptAway("b"));
    shards.server("b").resume();

    settled().until(() -> failureInTime(() -> setInTransaction("new")) == null && isWell("b"));

    assertThat(redis.get(keys.get("b"))).isEqualTo("new");
    assertThat(redis.strlen(keys.get("b"))).isEqualTo(3);
  }

  private void setInTransaction(String value) {
    redis.multi();
    redis.set(keys.get("b"), value);
    assertThat(redis.exec().wasDiscarded()).isFalse();
  }

  private boolean isWell(String name) {
    return available(name) == 1;
  }

  @Test
  void aTransactionThatTriesASilentNodeIsATrialThatFailed() {
    shards.server("b").pause();
    settled().until(() -> isKeptAway("b"));

    settled()
        .until(
            () ->
                failureInTime(() -> setInTransaction("lost"))
                    instanceof RedisCommandTimeoutException);
    shards.server("b").resume();

    settled().until(() -> failureInTime(() -> setInTransaction("new")) == null && isWell("b"));
    assertThat(redis.get(keys.get("b"))).isEqualTo("new");
  }

  @Test
  void whenMostNodesAreSilentItIsTheNetworkAndHalfOfThemIsStillAsked() {
    List<String> silent = List.of("b", "c", "d");
    silent.forEach(name -> shards.proxy(name).blackHole());

    settled().until(() -> silent.stream().filter(this::isKeptAway).count() == 2);

    String third = silent.stream().filter(name -> available(name) == 1).findFirst().orElseThrow();
    assertThat(failureInTime(() -> redis.get(keys.get(third))))
        .isInstanceOf(RedisCommandTimeoutException.class);
    assertThat(redis.get(keys.get("a"))).isEqualTo("v");
    silent.forEach(name -> shards.proxy(name).heal());
    silent.forEach(this::servesAgain);
  }

  @Test
  void oneLostConnectionKeepsNobodyAway() {
    IntStream.range(0, 1_000).forEach(i -> connection.async().get(keys.get("b")));

    shards.proxy("b").cut();

    settled()
        .until(
            () -> {
              Throwable failure = failureInTime(() -> redis.get(keys.get("b")));
              assertThat(String.valueOf(failure)).doesNotEndWith(SILENT);
              return failure == null;
            });
  }
}
