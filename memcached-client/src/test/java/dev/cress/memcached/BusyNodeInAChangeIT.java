package dev.cress.memcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cress.memcached.error.NodeOverloadedException;
import dev.cress.memcached.internal.connection.NodeConnection;
import dev.cress.memcached.internal.migration.ServerCalls;
import dev.cress.memcached.internal.operation.MetaOperation;
import dev.cress.migration.MigrationPolicy;
import dev.cress.migration.MigrationPolicy.PreviousOwnerFailure;
import dev.cress.topology.Topology;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The client has too much under way to a node for the steps of a move to be sent at once. */
final class BusyNodeInAChangeIT {

  private static final int REFUSALS = 3;

  private final Fleet fleet = new Fleet(2);
  private final Map<ServerCalls.Step, AtomicInteger> asked = new ConcurrentHashMap<>();
  private final CressMemcachedClient client =
      CressMemcachedClient.builder()
          .nodes(fleet.nodeSet().without("b"))
          .migration(
              MigrationPolicy.builder()
                  .mode(MigrationPolicy.Mode.LAZY)
                  .previousOwnerFailure(PreviousOwnerFailure.TREAT_AS_MISS)
                  .build())
          .calls(new Refusing())
          .build();

  /** Refuses the first few of each step that follows a lease. */
  private final class Refusing implements ServerCalls {
    @Override
    public <R> CompletionStage<R> call(Step step, NodeConnection node, MetaOperation<R> operation) {
      boolean later = step == Step.TAKE || step == Step.PUT || step == Step.TOMBSTONE;
      int before = asked.computeIfAbsent(step, first -> new AtomicInteger()).getAndIncrement();
      return later && before < REFUSALS
          ? CompletableFuture.failedFuture(new NodeOverloadedException(node.name(), 1))
          : DIRECT.call(step, node, operation);
    }
  }

  @AfterEach
  void close() {
    client.shutdown();
    fleet.close();
  }

  @Test
  void aMoveWaitsForItsTurnAndLosesNoValue() throws Exception {
    String key = Fleet.keysOf(fleet.nodeSet(), "b").findFirst().orElseThrow();
    client.set(key, 0, "x").get();
    client.changeTo(fleet.nodeSet());
    await().until(() -> client.topology() instanceof Topology.Migrating);
    String absent = Fleet.keysOf(client, "b").skip(1).findFirst().orElseThrow();

    assertThat(client.get(key)).isEqualTo("x");
    assertThat(client.get(absent)).isNull();

    assertThat(asked.get(ServerCalls.Step.TAKE)).hasValue(REFUSALS + 2);
    assertThat(asked.get(ServerCalls.Step.PUT)).hasValue(REFUSALS + 1);
    assertThat(asked.get(ServerCalls.Step.TOMBSTONE)).hasValue(REFUSALS + 1);
  }
}
