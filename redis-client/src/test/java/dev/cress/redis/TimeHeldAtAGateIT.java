package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.cress.migration.Migration;
import dev.cress.redis.internal.connection.NodeConnection;
import dev.cress.redis.internal.migration.EvalCalls;
import dev.cress.redis.internal.migration.Script;
import dev.cress.redis.internal.migration.ScriptCalls;
import dev.cress.redis.internal.migration.Scripts;
import dev.cress.topology.Topology;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A command's time-out covers the time that it waits for its key to move. */
class TimeHeldAtAGateIT {

  private final CompletableFuture<Void> keysMayMove = new CompletableFuture<>();
  private Shards shards;
  private CressRedisClient client;

  @BeforeEach
  void start() {
    shards = new Shards(2);
    client = shards.builder().scripts(new HeldMoves(keysMayMove), Scripts.STANDARD).build();
  }

  @AfterEach
  void stop() {
    keysMayMove.complete(null);
    client.shutdown();
    shards.close();
  }

  @Test
  void aCommandThatWaitsTooLongTimesOutAndIsNeverSent() throws Exception {
    RedisCommands<String, String> patient = client.connect().sync();
    StatefulRedisConnection<String, String> impatient =
        client.connect(shards.uri(Duration.ofSeconds(1)));
    List<String> keys = IntStream.range(0, 200).mapToObj(i -> "gate:" + i).toList();
    keys.forEach(key -> patient.set(key, "1"));
    List<String> before = owners(keys);

    Migration migration = openWindow();
    List<String> after = owners(keys);
    int moved =
        IntStream.range(0, 200).filter(i -> after.get(i).equals("c")).findFirst().orElseThrow();
    int stays =
        IntStream.range(0, 200)
            .filter(i -> after.get(i).equals(before.get(i)))
            .findFirst()
            .orElseThrow();

    assertThatExceptionOfType(RedisCommandTimeoutException.class)
        .isThrownBy(() -> impatient.sync().incr(keys.get(moved)));
    assertThatExceptionOfType(RedisCommandTimeoutException.class)
        .isThrownBy(() -> impatient.sync().mget(keys.get(moved), keys.get(stays)));
    assertThatExceptionOfType(RedisCommandTimeoutException.class)
        .isThrownBy(() -> impatient.reactive().incr(keys.get(moved)).block());
    assertThat(impatient.sync().incr(keys.get(stays))).isEqualTo(2);
    RedisFuture<String> waits = client.connect().async().get(keys.get(moved));
    assertThat(waits.isDone()).isFalse();

    keysMayMove.complete(null);

    assertThat(waits.get(20, TimeUnit.SECONDS)).isEqualTo("1");
    assertThat(migration.completion().get(30, TimeUnit.SECONDS)).isZero();
    assertThat(patient.get(keys.get(moved))).isEqualTo("1");
    assertThat(patient.mget(keys.toArray(String[]::new))).hasSize(200).allMatch(v -> v.hasValue());
  }

  /** Adds a node and waits until the new owners are in force. */
  private Migration openWindow() {
    shards.add("c");
    Migration migration = client.changeTo(shards.nodeSet());
    await().until(() -> client.topology() instanceof Topology.Migrating);
    return migration;
  }

  private List<String> owners(List<String> keys) {
    return keys.stream().map(key -> client.ownerOf(key).name()).toList();
  }

  /** Holds back the scripts that move keys. */
  private static final class HeldMoves implements ScriptCalls {
    private final EvalCalls calls = new EvalCalls();
    private final CompletableFuture<Void> released;

    HeldMoves(CompletableFuture<Void> released) {
      this.released = released;
    }

    @Override
    public CompletionStage<List<Object>> call(
        NodeConnection node, Script script, List<byte[]> keys, List<byte[]> args) {
      return List.of("adopt", "probe").contains(script.name())
          ? released.thenCompose(moved -> calls.call(node, script, keys, args))
          : calls.call(node, script, keys, args);
    }
  }
}
