package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.KeyValue;
import io.lettuce.core.ScanStream;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.reactive.RedisReactiveCommands;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SignalType;

/** Reactive streams keep their promises through a sharded connection. */
class ReactiveStreamsIT {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int MANY = 20_000;

  private static Shards shards;
  private static CressRedisClient client;
  private static StatefulRedisConnection<String, String> connection;
  private static RedisReactiveCommands<String, String> redis;

  @BeforeAll
  static void start() {
    shards = new Shards(3);
    client = shards.builder().build();
    connection = client.connect();
    redis = connection.reactive();
    connection.sync().mset(pairs());
    connection.sync().hset("hash", pairs());
  }

  @AfterAll
  static void stop() {
    client.shutdown();
    shards.close();
  }

  private static Map<String, String> pairs() {
    return IntStream.range(0, MANY)
        .mapToObj(i -> "key:" + i)
        .collect(Collectors.toMap(Function.identity(), key -> key));
  }

  private static Flux<KeyValue<String, String>> stream(String command) {
    return command.equals("hgetall")
        ? redis.hgetall("hash")
        : redis.mget(pairs().keySet().toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(strings = {"hgetall", "mget"})
  void aSubscriberGetsWhatItAskedForAndAllInTheEnd(String command) throws Exception {
    List<KeyValue<String, String>> received = new ArrayList<>();
    CountDownLatch done = new CountDownLatch(1);

    stream(command)
        .subscribe(
            new BaseSubscriber<KeyValue<String, String>>() {
              @Override
              protected void hookOnSubscribe(Subscription subscription) {
                request(1);
              }

              @Override
              protected void hookOnNext(KeyValue<String, String> value) {
                received.add(value);
                request(1);
              }

              @Override
              protected void hookFinally(SignalType type) {
                done.countDown();
              }
            });

    assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(received).hasSize(MANY).allMatch(value -> value.getKey().equals(value.getValue()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"hgetall", "mget"})
  void aSubscriberThatHasEnoughLeavesTheConnectionInOrder(String command) {
    List<KeyValue<String, String>> few = stream(command).take(5).collectList().block(PATIENCE);

    assertThat(few).hasSize(5);
    for (String node : shards.names()) {
      String key = Shards.keyOf(client, node);
      assertThat(redis.get(key).block(PATIENCE)).isEqualTo(key);
    }
  }

  @Test
  void nothingIsSentBeforeSomeoneSubscribesAndEachSubscriberSendsItsOwn() {
    Mono<Long> increment = redis.incr("counter");

    assertThat(connection.sync().get("counter")).isNull();
    assertThat(increment.block(PATIENCE)).isEqualTo(1);
    assertThat(increment.block(PATIENCE)).isEqualTo(2);
  }

  @Test
  void manyCommandsFlowAtOnce() {
    Long sum =
        Flux.range(0, 10_000).flatMap(i -> redis.get("key:" + i), 256).count().block(PATIENCE);

    assertThat(sum).isEqualTo(10_000);
  }

  @Test
  void scansOfOneKeyStreamAllElements() {
    Long fields = ScanStream.hscan(redis, "hash").count().block(PATIENCE);

    assertThat(Objects.requireNonNull(fields)).isGreaterThanOrEqualTo(MANY);
  }

  @Test
  void aMissIsAnEmptyMono() {
    assertThat(redis.get("none").blockOptional(PATIENCE)).isEmpty();
    assertThat(redis.hgetall("none").collectList().block(PATIENCE)).isEmpty();
  }
}
