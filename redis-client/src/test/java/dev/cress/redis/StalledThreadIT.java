package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.cress.migration.Migration;
import dev.cress.migration.MigrationException;
import dev.cress.migration.MigrationPolicy;
import dev.cress.node.NodeSet;
import dev.cress.topology.Phase;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A thread that found a key's owner by the old topology and stalls before it writes. */
class StalledThreadIT {

  private final Fleet fleet = new Fleet();
  private final StallingSelector selector = new StallingSelector();
  private final NodeSet two = fleet.nodes("a", "b");
  private final NodeSet three = fleet.nodes("a", "b", "c");
  private final String key = Fleet.keys(two, "a", three, "c", 1).get(0);

  @AfterEach
  void stop() {
    selector.release();
    fleet.close();
  }

  private CressRedisClient client(Duration patience) {
    return CressRedisClient.builder()
        .nodes(two)
        .selector(selector)
        .migration(Fleet.policy().mode(MigrationPolicy.Mode.LAZY).patience(patience).build())
        .build();
  }

  private CompletableFuture<String> writeAndStall(RedisCommands<String, String> redis)
      throws InterruptedException {
    CompletableFuture<String> written =
        CompletableFuture.supplyAsync(
            () -> {
              selector.stallMe();
              return redis.set(key, "stalled");
            });
    selector.awaitStalled();
    return written;
  }

  @Test
  void theWindowOpensOnlyAfterItsWriteHasReachedThePreviousOwner() throws Exception {
    try (CressRedisClient client = client(Duration.ofSeconds(30));
        Monitor atPreviousOwner = new Monitor(fleet.server("a"))) {
      RedisCommands<String, String> redis = client.connect().sync();
      redis.set(key, "before");
      CompletableFuture<String> written = writeAndStall(redis);

      Migration migration = client.changeTo(three);
      Fleet.awaitPhase(migration, Phase.HOLD);
      await()
          .during(Duration.ofMillis(300))
          .until(() -> migration.progress().phase() == Phase.HOLD && !written.isDone());
      assertThat(fleet.at("c").get("__cress__:in")).isEqualTo("1:0");
      assertThat(fleet.at("a").get("__cress__:out")).isEqualTo("1:0");
      selector.release();

      assertThat(written.get(10, TimeUnit.SECONDS)).isEqualTo("OK");
      Fleet.awaitPhase(migration, Phase.MIGRATE);
      assertThat(redis.get(key)).isEqualTo("stalled");
      await().until(() -> fleet.at("a").get(key) == null);
      assertThat(fleet.at("c").get(key)).isEqualTo("stalled");
      int write = atPreviousOwner.indexOf("\"SET\"", "\"stalled\"");
      int stamp = atPreviousOwner.indexOf("\"__cress__:out\"", "\"2:1\"");
      assertThat(write).isNotNegative().isLessThan(stamp);
      migration.drain();
      assertThat(Fleet.end(migration)).isZero();
      assertThat(redis.get(key)).isEqualTo("stalled");
    }
  }

  /** What the wait for it prevents: a write by the old topology that nobody waited for. */
  @Test
  void aWriteThatTheHoldDidNotWaitForIsLost() throws Exception {
    try (CressRedisClient client = client(Duration.ofSeconds(30));
        StatefulRedisConnection<String, String> previousOwner = client.connectNode("a")) {
      RedisCommands<String, String> redis = client.connect().sync();
      redis.set(key, "before");
      assertThat(client.ownerOf(key).name()).isEqualTo("a");
      Migration migration = client.changeTo(three);
      Fleet.awaitPhase(migration, Phase.MIGRATE);
      assertThat(redis.get(key)).isEqualTo("before");

      assertThat(previousOwner.sync().set(key, "stalled")).isEqualTo("OK");

      assertThat(redis.get(key)).isEqualTo("before");
      migration.drain();
      Fleet.end(migration);
      assertThat(redis.get(key)).isEqualTo("before");
    }
  }

  @Test
  void aChangeThatItHoldsUpForTooLongIsGivenUpAndItsWriteCounts() throws Exception {
    try (CressRedisClient client = client(Duration.ofSeconds(1))) {
      RedisCommands<String, String> redis = client.connect().sync();
      CompletableFuture<String> written = writeAndStall(redis);

      Migration migration = client.changeTo(three);

      assertThatThrownBy(() -> migration.completion().join())
          .isInstanceOf(CompletionException.class)
          .cause()
          .isInstanceOf(MigrationException.class)
          .hasMessageContaining("did not acknowledge version 2 within PT1S");
      selector.release();
      assertThat(written.get(10, TimeUnit.SECONDS)).isEqualTo("OK");
      assertThat(fleet.at("a").get(key)).isEqualTo("stalled");
      assertThat(redis.get(key)).isEqualTo("stalled");
      Migration again = client.changeTo(three);
      again.drain();
      assertThat(Fleet.end(again)).isZero();
      assertThat(redis.get(key)).isEqualTo("stalled");
      assertThat(fleet.at("c").get(key)).isEqualTo("stalled");
    }
  }
}
