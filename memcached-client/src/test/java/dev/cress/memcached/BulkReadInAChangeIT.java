package dev.cress.memcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.cress.memcached.error.NodeUnavailableException;
import dev.cress.memcached.internal.connection.NodeConnection;
import dev.cress.memcached.internal.migration.ServerCalls;
import dev.cress.memcached.internal.operation.MetaOperation;
import dev.cress.migration.Migration;
import dev.cress.migration.MigrationPolicy;
import dev.cress.node.NodeSet;
import dev.cress.topology.Topology;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Reads of more keys than operations may be under way, while each key is asked for on its own. */
final class BulkReadInAChangeIT {

  private static final int MOST_OPERATIONS = 500;

  private final Fleet fleet = new Fleet(2);
  private final NodeSet both = fleet.nodeSet();
  private final List<String> keys =
      IntStream.range(0, 10 * MOST_OPERATIONS).mapToObj(i -> "key:" + i).toList();
  private final Map<String, Object> values =
      Map.of(keys.get(0), "first", keys.get(keys.size() - 1), "last");

  @SuppressWarnings("NullAway.Init") // set by open, which each test begins with
  private CressMemcachedClient client;

  @AfterEach
  void close() {
    client.shutdown();
    fleet.close();
  }

  /** Opens a window in which keys move when they are touched. */
  private Migration open(Duration operationTimeout, ServerCalls calls) throws Exception {
    client =
        CressMemcachedClient.builder()
            .nodes(both.without("b"))
            .opQueueMax(MOST_OPERATIONS)
            .operationTimeout(operationTimeout)
            .migration(MigrationPolicy.builder().mode(MigrationPolicy.Mode.LAZY).build())
            .calls(calls)
            .build();
    client.set(keys.get(0), 0, "first").get();
    client.set(keys.get(keys.size() - 1), 0, "last").get();
    Migration migration = client.changeTo(both);
    await().until(() -> client.topology() instanceof Topology.Migrating);
    return migration;
  }

  @Test
  void allKeysAreReadInTheWindowAndSoonAfterIt() throws Exception {
    Migration migration = open(Duration.ofSeconds(10), ServerCalls.DIRECT);

    assertThat(client.getBulk(keys)).isEqualTo(values);
    assertThat(client.getBulk(keys)).isEqualTo(values);
    migration.drain();
    assertThat(migration.completion().get(20, TimeUnit.SECONDS)).isZero();
    await().until(() -> client.topology() instanceof Topology.Stable);
    assertThat(client.getBulk(keys)).isEqualTo(values);
  }

  @Test
  void keysThatWaitTheirTurnForLongerThanAnOperationMayWaitAreReadAsWell() throws Exception {
    open(Duration.ofMillis(700), new LateLeases());

    assertThat(client.asyncGetBulk(keys).get(20, TimeUnit.SECONDS)).isEqualTo(values);
  }

  @Test
  void aNodeThatIsDownFailsTheReadByItsOwnReason() throws Exception {
    open(Duration.ofSeconds(10), ServerCalls.DIRECT);
    fleet.proxy("b").refuse();
    await().until(() -> client.getUnavailableServers().size() == 1);

    assertThatThrownBy(() -> client.asyncGetBulk(keys).get())
        .isInstanceOf(ExecutionException.class)
        .cause()
        .cause()
        .isInstanceOf(NodeUnavailableException.class)
        .hasMessageStartingWith("node b is not connected");
  }

  /** Makes the move of each key take a while. */
  private static final class LateLeases implements ServerCalls {
    private static final int MILLIS = 60;

    @Override
    public <R> CompletionStage<R> call(Step step, NodeConnection node, MetaOperation<R> operation) {
      if (step != Step.LEASE) {
        return DIRECT.call(step, node, operation);
      }
      Executor later = CompletableFuture.delayedExecutor(MILLIS, TimeUnit.MILLISECONDS);
      return CompletableFuture.runAsync(() -> {}, later)
          .thenCompose(waited -> DIRECT.call(step, node, operation));
    }
  }
}
