package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.cress.redis.error.NodeUnavailableException;
import dev.cress.redis.error.OutcomeUnknownException;
import dev.cress.redis.error.PartialFailureException;
import io.lettuce.core.KeyValue;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Flux;

/** Commands on many keys reach every node that owns some of them, and join the answers. */
class ManyKeysIT {

  private Shards shards;
  private CressRedisClient client;
  private StatefulRedisConnection<String, String> connection;
  private RedisCommands<String, String> redis;

  @BeforeEach
  void start() {
    shards = new Shards(3);
    client = shards.builder().build();
    connection = client.connect();
    redis = connection.sync();
  }

  @AfterEach
  void stop() {
    client.shutdown();
    shards.close();
  }

  private static Map<String, String> pairs(int count) {
    Map<String, String> pairs = new LinkedHashMap<>();
    IntStream.range(0, count).forEach(i -> pairs.put("key:" + i, "value:" + i));
    return pairs;
  }

  @Test
  void oneHundredThousandKeysAreWrittenReadCountedAndDeleted() {
    Map<String, String> pairs = pairs(100_000);
    String[] keys = pairs.keySet().toArray(String[]::new);

    String written = redis.mset(pairs);
    List<KeyValue<String, String>> values = redis.mget(keys);

    assertThat(written).isEqualTo("OK");
    assertThat(values).hasSize(100_000).allMatch(KeyValue::hasValue);
    assertThat(values).extracting(KeyValue::getKey).containsExactly(keys);
    assertThat(values).extracting(KeyValue::getValue).containsExactlyElementsOf(pairs.values());
    assertThat(redis.exists(keys)).isEqualTo(100_000);
    assertThat(redis.touch(keys)).isEqualTo(100_000);
    assertThat(shards.names()).allMatch(node -> shards.on(node).dbsize() > 25_000);
    assertThat(redis.del(keys)).isEqualTo(100_000);
    assertThat(redis.unlink(keys)).isZero();
  }

  @Test
  void orderAndDuplicatesAreKept() throws Exception {
    redis.mset(pairs(6));
    String[] keys = {"key:3", "none", "key:0", "key:3", "key:5", "none", "key:0", "key:1"};
    Map<String, String> expected = pairs(6);

    List<KeyValue<String, String>> sync = redis.mget(keys);
    List<KeyValue<String, String>> async = connection.async().mget(keys).get(9, TimeUnit.SECONDS);
    List<KeyValue<String, String>> reactive =
        connection.reactive().mget(keys).collectList().block();
    List<KeyValue<String, String>> streamed = new ArrayList<>();
    Long count = redis.mget((key, value) -> streamed.add(KeyValue.fromNullable(key, value)), keys);

    for (int i = 0; i < keys.length; i++) {
      assertThat(sync.get(i)).isEqualTo(KeyValue.fromNullable(keys[i], expected.get(keys[i])));
    }
    assertThat(async).isEqualTo(sync);
    assertThat(reactive).isEqualTo(sync);
    assertThat(streamed).isEqualTo(sync);
    assertThat(count).isEqualTo(keys.length);
    assertThat(redis.exists(keys)).isEqualTo(6);
    assertThat(redis.del("key:0", "key:0", "key:1", "none")).isEqualTo(2);
  }

  @Test
  void oneKeyIsOneCommandAndNoKeyIsRefused() {
    redis.mset(Map.of("only", "1"));

    assertThat(redis.mget("only")).containsExactly(KeyValue.just("only", "1"));
    assertThat(redis.del("only")).isOne();
    assertThatIllegalArgumentException().isThrownBy(() -> redis.mget(new String[0]));
    assertThatIllegalArgumentException().isThrownBy(() -> redis.del(new String[0]));
  }

  @Test
  void aDeadNodeFailsItsKeysOnlyAndTheFailureNamesThem() {
    List<String> keys = new ArrayList<>(pairs(30).keySet());
    List<String> lost =
        keys.stream().filter(key -> client.ownerOf(key).name().equals("b")).toList();
    redis.mset(pairs(30));
    shards.proxy("b").refuse();

    PartialFailureException read = failure(() -> redis.mget(keys.toArray(String[]::new)));
    PartialFailureException deleted = failure(() -> redis.del(keys.toArray(String[]::new)));

    assertThat(text(read.failedKeys())).isEqualTo(lost);
    assertThat(text(deleted.failedKeys())).isEqualTo(lost);
    assertThat(read).hasMessageContaining("node b").hasMessageNotContaining("key:");
    assertThat(read.getSuppressed()).hasSize(1);
    assertThat(shards.on("a").dbsize() + shards.on("c").dbsize())
        .as("internal keys only")
        .isEqualTo(4);
    assertThat(shards.on("b").exists(lost.toArray(String[]::new))).isEqualTo(lost.size());
  }

  @Test
  void allNodesDeadIsAFailureOfAllKeys() {
    String[] keys = pairs(30).keySet().toArray(String[]::new);
    shards.names().forEach(node -> shards.proxy(node).refuse());

    PartialFailureException failure = failure(() -> redis.mget(keys));

    assertThat(text(failure.failedKeys())).containsExactly(keys);
    assertThat(failure.getSuppressed()).hasSize(3);
  }

  @Test
  void aFrozenNodeTimesTheWholeCommandOutAndOthersHaveDoneTheirPart() {
    RedisURI shortTimeout = shards.uri(Duration.ofMillis(300));
    RedisCommands<String, String> impatient = client.connect(shortTimeout).sync();
    shards.proxy("b").blackHole();

    assertThatExceptionOfType(RedisCommandTimeoutException.class)
        .isThrownBy(() -> impatient.mset(pairs(30)));

    assertThat(shards.on("a").dbsize()).isGreaterThan(2);
    shards.proxy("b").heal();
    assertThat(redis.mset(pairs(30))).isEqualTo("OK");
  }

  @Test
  void aFailureIsTheSameInAllForms() {
    String[] keys = pairs(30).keySet().toArray(String[]::new);
    shards.proxy("b").refuse();

    assertThatExceptionOfType(ExecutionException.class)
        .isThrownBy(() -> connection.async().mget(keys).get(9, TimeUnit.SECONDS))
        .withCauseInstanceOf(PartialFailureException.class);
    Flux<?> reactive = connection.reactive().mget(keys);
    assertThat(failure(reactive::blockLast).failedKeys()).isNotEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = ApiForm.class,
      names = {"SYNC", "ASYNC", "REACTIVE"})
  void ofTenKeysWithOneNodeDownTheOthersHaveTheirValuesAndTheErrorsNameTheirKeys(ApiForm form) {
    Map<String, String> pairs = pairs(10);
    redis.mset(pairs);
    String[] keys = pairs.keySet().toArray(String[]::new);
    List<KeyValue<String, String>> expected = new ArrayList<>();
    List<String> lost = new ArrayList<>();
    for (String key : keys) {
      boolean isLost = client.ownerOf(key).name().equals("b");
      expected.add(isLost ? KeyValue.empty(key) : KeyValue.just(key, pairs.get(key)));
      lost.addAll(isLost ? List.of(key) : List.of());
    }
    shards.proxy("b").refuse();

    PartialFailureException read =
        failure(() -> form.call(connection, (all, key) -> all.mget(keys), ""));
    PartialFailureException counted =
        failure(() -> form.call(connection, (all, key) -> all.exists(keys), ""));
    PartialFailureException written =
        failure(() -> form.call(connection, (all, key) -> all.mset(pairs), ""));
    PartialFailureException deleted =
        failure(() -> form.call(connection, (all, key) -> all.del(keys), ""));

    assertThat(read.partialReply()).contains(expected);
    assertThat(counted.partialReply()).contains((long) keys.length - lost.size());
    assertThat(written.partialReply()).isEmpty();
    assertThat(deleted.partialReply()).contains((long) keys.length - lost.size());
    for (PartialFailureException failure : List.of(read, counted, written, deleted)) {
      assertThat(text(failure.failedKeys())).isEqualTo(lost);
      assertThat(failure.reasons())
          .hasSameSizeAs(lost)
          .allMatch(
              reason ->
                  reason instanceof NodeUnavailableException
                      || reason instanceof OutcomeUnknownException)
          .allMatch(reason -> reason.toString().contains("node b"));
    }
  }

  @Test
  void oneHundredThousandKeysWithOneNodeDownNameTheLostOnes() {
    Map<String, String> pairs = pairs(100_000);
    redis.mset(pairs);
    String[] keys = pairs.keySet().toArray(String[]::new);
    shards.proxy("b").refuse();

    PartialFailureException failure = failure(() -> redis.mget(keys));

    List<?> values = (List<?>) failure.partialReply().orElseThrow();
    long found = values.stream().filter(value -> ((KeyValue<?, ?>) value).hasValue()).count();
    assertThat(values).hasSize(keys.length);
    assertThat(found + failure.failedKeys().size()).isEqualTo(keys.length);
    assertThat(failure.failedKeys().size()).isBetween(25_000, 42_000);
    assertThat(failure.toString().length()).isLessThan(1_000);
  }

  @Test
  void aDuplicateThatIsLostIsNamedAsOftenAsItWasAsked() {
    String lost = Shards.keyOf(client, "b");
    String fine = Shards.keyOf(client, "a");
    redis.mset(Map.of(lost, "1", fine, "2"));
    shards.proxy("b").refuse();

    PartialFailureException failure = failure(() -> redis.mget(lost, fine, lost, fine));

    assertThat(text(failure.failedKeys())).containsExactly(lost, lost);
    assertThat(failure.partialReply())
        .contains(
            List.of(
                KeyValue.empty(lost),
                KeyValue.just(fine, "2"),
                KeyValue.empty(lost),
                KeyValue.just(fine, "2")));
  }

  private static PartialFailureException failure(ThrowingCallable call) {
    return catchThrowableOfType(PartialFailureException.class, call);
  }

  private static List<String> text(List<byte[]> keys) {
    return keys.stream().map(key -> new String(key, StandardCharsets.UTF_8)).toList();
  }
}
