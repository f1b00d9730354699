package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.cress.health.FailurePolicy;
import dev.cress.redis.error.NodeUnavailableException;
import dev.cress.redis.error.OutcomeUnknownException;
import dev.cress.redis.error.PartialFailureException;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.GeoArgs;
import io.lettuce.core.KeyValue;
import io.lettuce.core.LMoveArgs;
import io.lettuce.core.Range;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.protocol.ProtocolVersion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** With {@link FailurePolicy#missOnFailure()} reads of a lost node find nothing; writes fail. */
class MissOnFailureIT {

  private static Shards shards;
  private CressRedisClient client;
  private StatefulRedisConnection<String, String> connection;
  private RedisCommands<String, String> redis;
  private String lost;
  private String fine;

  @BeforeAll
  static void start() {
    shards = new Shards(2);
  }

  @AfterAll
  static void stop() {
    shards.close();
  }

  @BeforeEach
  void connect() {
    client = shards.builder().failure(FailurePolicy.missOnFailure()).build();
    connection = client.connect();
    redis = connection.sync();
    lost = Shards.keyOf(client, "b");
    fine = Shards.keyOf(client, "a");
    redis.mset(Map.of(lost, "v", fine, "v"));
  }

  @AfterEach
  void heal() {
    shards.proxy("b").heal();
    client.shutdown();
  }

  private static List<Function<RedisCommands<String, String>, Object>> reads(String key) {
    return List.of(
        redis -> Arrays.asList(redis.get(key)),
        redis -> redis.mget(key, key),
        redis -> redis.exists(key),
        redis -> redis.exists(key, key),
        redis -> redis.touch(key),
        redis -> redis.strlen(key),
        redis -> redis.getrange(key, 0, 3),
        redis -> redis.getbit(key, 3),
        redis -> redis.bitcount(key),
        redis -> redis.ttl(key),
        redis -> redis.pttl(key),
        redis -> redis.expiretime(key),
        redis -> redis.pexpiretime(key),
        redis -> redis.type(key),
        redis -> redis.dump(key) == null,
        redis -> Arrays.asList(redis.hget(key, "f")),
        redis -> redis.hmget(key, "f", "g"),
        redis -> redis.hgetall(key),
        redis -> redis.hkeys(key),
        redis -> redis.hvals(key),
        redis -> redis.hexists(key, "f"),
        redis -> redis.hlen(key),
        redis -> redis.hstrlen(key, "f"),
        redis -> redis.llen(key),
        redis -> Arrays.asList(redis.lindex(key, 0)),
        redis -> redis.lrange(key, 0, -1),
        redis -> redis.smembers(key),
        redis -> redis.scard(key),
        redis -> redis.sismember(key, "m"),
        redis -> redis.smismember(key, "m", "n"),
        redis -> redis.sinter(key),
        redis -> redis.sintercard(key),
        redis -> redis.sunion(key),
        redis -> redis.sdiff(key),
        redis -> redis.pfcount(key),
        redis -> redis.zcard(key),
        redis -> Arrays.asList(redis.zscore(key, "m")),
        redis -> redis.zmscore(key, "m", "n"),
        redis -> redis.zcount(key, Range.create(0, 1)),
        redis -> redis.zlexcount(key, Range.create("a", "b")),
        redis -> redis.zrange(key, 0, -1),
        redis -> redis.zrangeWithScores(key, 0, -1),
        redis -> redis.zrevrange(key, 0, -1),
        redis -> redis.zrangebyscore(key, Range.create(0, 1)),
        redis -> redis.zrevrangebyscore(key, Range.create(0, 1)),
        redis -> redis.zrangebylex(key, Range.create("a", "b")),
        redis -> redis.zrevrangebylex(key, Range.create("a", "b")),
        redis -> redis.zunion(key),
        redis -> redis.zinter(key),
        redis -> redis.zdiff(key),
        redis -> redis.zintercard(key),
        redis -> Arrays.asList(redis.geodist(key, "m", "n", GeoArgs.Unit.m)),
        redis -> redis.xlen(key),
        redis -> redis.xrange(key, Range.create("-", "+")),
        redis -> redis.xrevrange(key, Range.create("-", "+")));
  }

  /** Takes node b away and waits until the client knows. */
  private static void lose(RedisCommands<String, String> redis, String lostKey) {
    shards.proxy("b").refuse();
    await()
        .ignoreExceptionsInstanceOf(OutcomeUnknownException.class)
        .until(() -> redis.get(lostKey) == null);
  }

  private static String missingKeyOf(CressRedisClient client, String node) {
    return IntStream.range(0, 1_000)
        .mapToObj(i -> "missing:" + i)
        .filter(key -> client.ownerOf(key).name().equals(node))
        .findFirst()
        .orElseThrow();
  }

  /** The server itself says what a miss is, under both protocols. */
  @ParameterizedTest
  @EnumSource(
      value = ProtocolVersion.class,
      names = {"RESP2", "RESP3"})
  void everyReadAnswersAsTheServerWouldForAMissingKey(ProtocolVersion protocol) {
    try (CressRedisClient other =
        shards
            .builder()
            .failure(FailurePolicy.missOnFailure())
            .clientOptions(ClientOptions.builder().protocolVersion(protocol).build())
            .build()) {
      RedisCommands<String, String> reader = other.connect().sync();
      String key = missingKeyOf(other, "b");
      List<Object> expected = reads(key).stream().map(read -> read.apply(reader)).toList();

      lose(reader, lost);

      List<Object> missed = reads(key).stream().map(read -> read.apply(reader)).toList();
      assertThat(missed).isEqualTo(expected);
    }
  }

  @Test
  void allFormsMissAndWritesFail() throws Exception {
    lose(redis, lost);

    assertThat(redis.get(lost)).isNull();
    assertThat(connection.async().get(lost).get(9, TimeUnit.SECONDS)).isNull();
    assertThat(connection.reactive().get(lost).blockOptional()).isEmpty();
    assertThat(connection.reactive().hgetall(lost).collectList().block()).isEmpty();
    assertThat(redis.get(fine)).isEqualTo("v");
    assertThatExceptionOfType(NodeUnavailableException.class)
        .isThrownBy(() -> redis.set(lost, "x"));
    assertThatExceptionOfType(NodeUnavailableException.class).isThrownBy(() -> redis.getdel(lost));
    assertThatExceptionOfType(NodeUnavailableException.class)
        .isThrownBy(() -> redis.lmove(lost, lost, LMoveArgs.Builder.leftLeft()));
  }

  @Test
  void keysOfMgetThatAreLostMissAndTheOthersHaveTheirValues() throws Exception {
    Map<String, String> pairs = new LinkedHashMap<>();
    IntStream.range(0, 1_000).forEach(i -> pairs.put("key:" + i, "v" + i));
    redis.mset(pairs);
    String[] keys = pairs.keySet().toArray(String[]::new);
    List<KeyValue<String, String>> expected = new ArrayList<>();
    pairs.forEach(
        (key, value) -> {
          boolean isLost = client.ownerOf(key).name().equals("b");
          expected.add(isLost ? KeyValue.empty(key) : KeyValue.just(key, value));
        });

    lose(redis, lost);

    assertThat(redis.mget(keys)).isEqualTo(expected);
    assertThat(connection.async().mget(keys).get(9, TimeUnit.SECONDS)).isEqualTo(expected);
    assertThat(connection.reactive().mget(keys).collectList().block()).isEqualTo(expected);
    long well = expected.stream().filter(KeyValue::hasValue).count();
    assertThat(redis.exists(keys)).isEqualTo(well);
    assertThatExceptionOfType(PartialFailureException.class).isThrownBy(() -> redis.del(keys));
  }

  /** A part of its reply may have come. */
  @Test
  void aReadThatWasSentFailsWithItsConnection() {
    redis.rpush("{" + lost + "}list", Collections.nCopies(1_000, "x").toArray(String[]::new));
    shards.proxy("b").cutAfterReplyBytes(1_000);

    assertThatExceptionOfType(OutcomeUnknownException.class)
        .isThrownBy(() -> redis.lrange("{" + lost + "}list", 0, -1));
  }

  @Test
  void aReadWhoseTimeIsOverFails() {
    RedisCommands<String, String> impatient =
        client.connect(shards.uri(Duration.ofMillis(100))).sync();
    shards.proxy("b").blackHole();

    assertThatExceptionOfType(RedisCommandTimeoutException.class)
        .isThrownBy(() -> impatient.get(lost));
  }

  @Test
  void theMissOfASetIsASet() {
    lose(redis, lost);

    Set<String> members = redis.smembers(lost);

    assertThat(members).isEmpty();
  }
}
