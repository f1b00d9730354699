package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.cress.migration.Migration;
import dev.cress.migration.MigrationEvent;
import dev.cress.migration.MigrationPolicy;
import dev.cress.node.NodeSet;
import dev.cress.redis.error.NodeUnavailableException;
import dev.cress.topology.Phase;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A write has timed out for its caller, but its bytes still wait in a frozen server's socket. */
class TimedOutWriteIT {

  private static final Duration TIMEOUT = Duration.ofSeconds(1);

  private final Fleet fleet = new Fleet();
  private final NodeSet two = fleet.nodes("a", "b");
  private final NodeSet three = fleet.nodes("a", "b", "c");
  private final String key = Fleet.keys(two, "a", three, "c", 1).get(0);
  private final CountDownLatch prepared = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);

  @AfterEach
  void stop() {
    goOn.countDown();
    fleet.server("a").resume();
    fleet.close();
  }

  private CressRedisClient client(Duration patience) {
    return CressRedisClient.builder()
        .nodes(two)
        .uri(
            node ->
                RedisURI.builder()
                    .withHost(node.host())
                    .withPort(node.port())
                    .withTimeout(TIMEOUT)
                    .build())
        .migration(Fleet.policy().mode(MigrationPolicy.Mode.LAZY).patience(patience).build())
        .onMigrationEvent(this::stopWhenPrepared)
        .build();
  }

  /** Stops the change between the check of the servers and the hold. */
  private void stopWhenPrepared(MigrationEvent event) {
    if (event.kind() == MigrationEvent.Kind.PREPARED) {
      prepared.countDown();
      try {
        goOn.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void writeIntoTheFrozenSocket(RedisCommands<String, String> redis) {
    fleet.server("a").pause();
    assertThatThrownBy(() -> redis.set(key, "late"))
        .isInstanceOf(RedisCommandTimeoutException.class);
  }

  @Test
  void takesEffectBeforeTheStampWhenTheServerGoesOn() throws Exception {
    try (CressRedisClient client = client(Duration.ofSeconds(30));
        Monitor atPreviousOwner = new Monitor(fleet.server("a"))) {
      RedisCommands<String, String> redis = client.connect().sync();
      redis.set(key, "early");
      Migration migration = client.changeTo(three);
      prepared.await();
      writeIntoTheFrozenSocket(redis);

      goOn.countDown();
      Fleet.awaitPhase(migration, Phase.HOLD);
      await()
          .during(Duration.ofMillis(300))
          .until(() -> migration.progress().phase() == Phase.HOLD);
      assertThat(fleet.at("c").get("__cress__:in")).isEqualTo("1:0");
      fleet.server("a").resume();
      Fleet.awaitPhase(migration, Phase.MIGRATE);

      assertThat(redis.get(key)).isEqualTo("late");
      int write = atPreviousOwner.indexOf("\"SET\"", "\"late\"");
      await().until(() -> atPreviousOwner.indexOf("\"__cress__:out\"", "\"2:1\"") >= 0);
      assertThat(write)
          .isNotNegative()
          .isLessThan(atPreviousOwner.indexOf("\"__cress__:out\"", "\"2:1\""));
      migration.drain();
      assertThat(Fleet.end(migration)).isZero();
      assertThat(redis.get(key)).isEqualTo("late");
    }
  }

  @Test
  void aChangeIsGivenUpWhenTheServerStaysFrozenAndTheWriteIsNotLost() throws Exception {
    try (CressRedisClient client = client(Duration.ofSeconds(1))) {
      RedisCommands<String, String> redis = client.connect().sync();
      redis.set(key, "early");
      Migration migration = client.changeTo(three);
      prepared.await();
      writeIntoTheFrozenSocket(redis);
      goOn.countDown();

      assertThatThrownBy(() -> Fleet.end(migration))
          .hasStackTraceContaining("did not acknowledge version 2");
      assertThat(client.topology().nodes()).isEqualTo(two);
      fleet.server("a").resume();

      await()
          .ignoreException(NodeUnavailableException.class)
          .until(() -> "late".equals(redis.get(key)));
      Migration again = client.changeTo(three);
      again.drain();
      assertThat(Fleet.end(again)).isZero();
      assertThat(redis.get(key)).isEqualTo("late");
      assertThat(fleet.at("a").exists(key)).isZero();
    }
  }

  @Test
  void aServerThatIsFrozenFromTheStartIsNamed() {
    try (CressRedisClient client = client(Duration.ofSeconds(1))) {
      RedisCommands<String, String> redis = client.connect().sync();
      redis.set(key, "early");
      writeIntoTheFrozenSocket(redis);

      Migration migration = client.changeTo(three);

      assertThatThrownBy(() -> Fleet.end(migration))
          .hasStackTraceContaining("node a did not answer within");
      fleet.server("a").resume();
      await().until(() -> "late".equals(redis.get(key)));
    }
  }
}
