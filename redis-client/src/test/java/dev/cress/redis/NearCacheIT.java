package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.cress.node.NodeSet;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.ProtocolVersion;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a near cache answers, also when others write and when servers fail. */
class NearCacheIT {

  private static final Duration STALENESS = Duration.ofMillis(400);

  private static Shards shards;

  private CressRedisClient client;
  private NearCache<String, String> near;
  private String key;

  @BeforeAll
  static void startServers() {
    shards = new Shards(2);
  }

  @AfterAll
  static void stopServers() {
    shards.close();
  }

  @BeforeEach
  void start() {
    client = shards.builder().build();
    near = NearCache.builder(client).staleness(STALENESS).build();
    key = Shards.keyOf(client, "a");
    shards.on("a").set(key, "old");
    awaitTracking(near, key);
  }

  @AfterEach
  void stop() {
    client.shutdown(0, 1, TimeUnit.SECONDS);
    shards.names().forEach(node -> shards.proxy(node).heal());
    shards.names().forEach(node -> shards.on(node).flushall());
  }

  private static ConditionFactory settled() {
    return await().pollInterval(Duration.ofMillis(5)).atMost(Duration.ofSeconds(20));
  }

  /** Waits until the node of a key tracks it, so that a second {@code get} is a hit. */
  private static void awaitTracking(NearCache<String, String> cache, String key) {
    settled().until(() -> isHit(cache, key));
  }

  private static boolean isHit(NearCache<String, String> cache, String key) {
    cache.get(key);
    long before = cache.statistics().hits();
    cache.get(key);
    return cache.statistics().hits() > before;
  }

  @Test
  void whatIsHereIsNotAskedForAgain() {
    long misses = near.statistics().misses();
    for (int i = 0; i < 100; i++) {
      // A sign of life that is late on a busy machine makes a miss, not a failure.
      assertThat(near.get(key)).isEqualTo("old");
    }

    assertThat(near.statistics().misses() - misses).isLessThan(50);
  }

  @Test
  void anotherClientsWriteIsHeardOf() {
    shards.on("a").set(key, "new");

    settled().until(() -> "new".equals(near.get(key)));
    shards.on("a").del(key);
    settled().until(() -> near.get(key) == null);
    awaitTracking(near, key);
    shards.on("a").set(key, "again");
    settled().until(() -> "again".equals(near.get(key)));
    assertThat(near.statistics().invalidations()).isGreaterThanOrEqualTo(3);
  }

  @Test
  void aKeyIsNotReturnedAfterItHasExpired() {
    for (int i = 0; i < 20; i++) {
      shards.on("a").psetex(key, 30, "short");
      settled().until(() -> !"old".equals(near.get(key)));
      settled().until(() -> shards.on("a").exists(key) == 0);

      assertThat(near.get(key)).isNull();
      shards.on("a").set(key, "old");
      settled().until(() -> "old".equals(near.get(key)));
    }
  }

  @Test
  void aWriteOfOnesOwnIsSeenAtOnce() throws Exception {
    for (int i = 0; i < 200; i++) {
      near.set(key, "v" + i);
      assertThat(near.get(key)).isEqualTo("v" + i);
    }
    assertThat(near.write(key, redis -> redis.append(key, "+")).toCompletableFuture().get())
        .isEqualTo(5);
    assertThat(near.get(key)).isEqualTo("v199+");
    assertThat(near.delete(key)).isTrue();
    assertThat(near.get(key)).isNull();
    assertThat(near.delete(key)).isFalse();
  }

  @Test
  void callersAtTheSameTimeShareOneRead() {
    near.invalidate(key);
    long gets = calls("get");
    shards.proxy("a").blackHole();

    List<CompletionStage<String>> all =
        IntStream.range(0, 100).mapToObj(i -> near.getAsync(key)).toList();
    shards.proxy("a").heal();

    all.forEach(one -> assertThat(one.toCompletableFuture().join()).isEqualTo("old"));
    assertThat(calls("get") - gets).isEqualTo(1);
  }

  private static long calls(String command) {
    return shards
        .on("a")
        .info("commandstats")
        .lines()
        .filter(line -> line.startsWith("cmdstat_" + command + ":"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^=]*=(\\d+),.*", "$1")))
        .sum();
  }

  @Test
  void aReadThatAWriteOvertookIsNotKept() {
    near.invalidate(key);
    long gets = calls("get");
    shards.proxy("a").blackHole();
    CompletionStage<String> early = near.getAsync(key);

    near.invalidate(key);
    CompletionStage<String> late = near.getAsync(key);
    shards.proxy("a").heal();

    assertThat(early.toCompletableFuture().join()).isEqualTo("old");
    assertThat(late.toCompletableFuture().join()).isEqualTo("old");
    assertThat(calls("get") - gets).isEqualTo(2);
  }

  @Test
  void aLostConnectionEndsAllCopiesOfItsNodeAndNoOthers() {
    String other = Shards.keyOf(client, "b");
    shards.on("b").set(other, "there");
    awaitTracking(near, other);
    settled().until(() -> "there".equals(near.get(other)));
    shards.proxy("a").refuse();
    shards.on("a").set(key, "new");

    settled()
        .untilAsserted(
            () -> assertThatThrownBy(() -> near.get(key)).isInstanceOf(RedisException.class));
    assertThat(near.get(other)).isEqualTo("there");
    shards.proxy("a").heal();

    settled().ignoreExceptions().untilAsserted(() -> assertThat(near.get(key)).isEqualTo("new"));
    awaitTracking(near, key);
  }

  @Test
  void aCutThatIsOverBeforeItIsNoticedHidesNoWrite() {
    for (int i = 0; i < 10; i++) {
      String value = "v" + i;
      shards.proxy("a").cut();
      shards.on("a").set(key, value);

      settled().ignoreExceptions().untilAsserted(() -> assertThat(near.get(key)).isEqualTo(value));
    }
  }

  @Test
  void aNodeThatIsSilentIsNotAnsweredForLongerThanTheStaleness() {
    shards.proxy("a").blackHole();
    long silentSince = System.nanoTime();
    shards.on("a").set(key, "new");

    CompletableFuture<String> answer = CompletableFuture.completedFuture("old");
    while (answer.isDone()) {
      long asked = System.nanoTime();
      assertThat(answer.join()).isEqualTo("old");
      answer = near.getAsync(key).toCompletableFuture();
      if (answer.isDone()) {
        assertThat(asked - silentSince).isLessThanOrEqualTo(STALENESS.toNanos());
      }
    }
    shards.proxy("a").heal();

    assertThat(answer.join()).isEqualTo("new");
    settled().untilAsserted(() -> assertThat(near.get(key)).isEqualTo("new"));
  }

  @Test
  void aServerThatDiedAndCameBackEmptyIsBelieved() {
    shards.server("a").kill();
    shards.server("a").restart();

    settled().ignoreExceptions().untilAsserted(() -> assertThat(near.get(key)).isNull());
    awaitTracking(near, key);
  }

  @Test
  void whenAServerDropsAllKeysNoCopyIsLeft() {
    shards.on("a").flushall();

    settled().untilAsserted(() -> assertThat(near.get(key)).isNull());
  }

  @Test
  void whenTheClientIsShutDownReadsFailByTheirStage() {
    CressRedisClient other = shards.builder().build();
    NearCache<String, String> some = NearCache.builder(other).prefixes("some:").build();
    other.shutdown();

    for (String each : List.of("some:key", key)) {
      CompletableFuture<String> read = some.getAsync(each).toCompletableFuture();

      assertThat(read).failsWithin(Duration.ofSeconds(10));
      assertThatThrownBy(() -> some.get(each)).isInstanceOf(RuntimeException.class);
    }
  }

  @Test
  void onlyChosenKeysAreKept() {
    try (NearCache<String, String> some = NearCache.builder(client).prefixes("some:").build()) {
      String chosen =
          IntStream.iterate(0, i -> i + 1)
              .mapToObj(i -> "some:" + i)
              .filter(candidate -> client.ownerOf(candidate).name().equals("a"))
              .findFirst()
              .orElseThrow();
      awaitTracking(some, chosen);
      shards.on("a").set(chosen, "heard");
      settled().until(() -> "heard".equals(some.get(chosen)));

      assertThat(some.get(key)).isEqualTo("old");
      assertThat(isHit(some, key)).isFalse();
      shards.on("a").set(key, "new");
      assertThat(some.get(key)).isEqualTo("new");
    }
  }

  @Test
  void withoutTrackingAValueStaysForItsTimeToLive() {
    try (NearCache<String, String> untracked =
        NearCache.builder(client).untracked().timeToLive(Duration.ofMillis(300)).build()) {
      long asked = System.nanoTime();
      assertThat(untracked.get(key)).isEqualTo("old");
      shards.on("a").set(key, "new");

      String value = untracked.get(key);
      if (System.nanoTime() - asked < Duration.ofMillis(300).toNanos()) {
        assertThat(value).isEqualTo("old");
      }
      settled().until(() -> "new".equals(untracked.get(key)));
      assertThat(System.nanoTime() - asked).isGreaterThan(Duration.ofMillis(250).toNanos());
    }
  }

  @Test
  void aUserWhoMayNotTrackReadsFromRedisEachTime() {
    shards
        .on("b")
        .dispatch(
            CommandType.ACL,
            new StatusOutput<>(StringCodec.UTF8),
            new CommandArgs<>(StringCodec.UTF8)
                .add("SETUSER")
                .add("plain")
                .add("on")
                .add(">secret")
                .add("~*")
                .add("&*")
                .add("+@all")
                .add("-client"));
    try (Logged log = new Logged();
        CressRedisClient plain =
            CressRedisClient.builder()
                .nodes(NodeSet.of(shards.node("b")))
                .uri(
                    node ->
                        RedisURI.builder()
                            .withHost(node.host())
                            .withPort(node.port())
                            .withAuthentication("plain", "secret")
                            .build())
                .build();
        NearCache<String, String> cache = NearCache.builder(plain).build()) {
      settled().until(() -> log.text().contains("node b does not track keys for a near cache"));
      for (int i = 0; i < 20; i++) {
        shards.on("b").set(key, "v" + i);
        assertThat(cache.get(key)).isEqualTo("v" + i);
      }
      assertThat(cache.statistics().hits()).isZero();
    }
  }

  @Test
  void aClientOfTheOlderProtocolTracksKeysToo() {
    ClientOptions older = ClientOptions.builder().protocolVersion(ProtocolVersion.RESP2).build();
    try (CressRedisClient second = shards.builder().clientOptions(older).build();
        NearCache<byte[], byte[]> cache =
            NearCache.builder(second, ByteArrayCodec.INSTANCE).build()) {
      byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
      settled()
          .until(
              () -> {
                cache.get(bytes);
                return cache.statistics().hits() > 0;
              });

      shards.on("a").set(key, "new");

      settled().until(() -> new String(cache.get(bytes), StandardCharsets.UTF_8).equals("new"));
    }
  }

  @Test
  void badSettingsAreRefusedByValue() {
    NearCacheBuilder<String, String> builder = NearCache.builder(client);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.staleness(Duration.ofMillis(9)))
        .withMessage("staleness must be between PT0.01S and PT24H but was PT0.009S");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.timeToLive(Duration.ZERO))
        .withMessageContaining("timeToLive")
        .withMessageContaining("PT0S");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.maximumSize(0))
        .withMessage("maximumSize must be at least 1 but was 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.prefixes("a", "ab"))
        .withMessage("prefixes must not be empty or begin with one another but were [a, ab]");
  }
}
