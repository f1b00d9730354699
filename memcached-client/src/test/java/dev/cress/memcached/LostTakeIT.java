package dev.cress.memcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cress.memcached.error.OutcomeUnknownException;
import dev.cress.memcached.internal.connection.NodeConnection;
import dev.cress.memcached.internal.migration.ServerCalls;
import dev.cress.memcached.internal.operation.MetaOperation;
import dev.cress.migration.MigrationPolicy;
import dev.cress.migration.MigrationPolicy.PreviousOwnerFailure;
import dev.cress.topology.Topology;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The connection to a previous owner is lost when a value is taken there. */
final class LostTakeIT {

  private final Fleet fleet = new Fleet(3);
  private final AtomicInteger takes = new AtomicInteger();
  private final CressMemcachedClient client =
      CressMemcachedClient.builder()
          .nodes(fleet.nodeSet().without("c"))
          .migration(
              MigrationPolicy.builder()
                  .mode(MigrationPolicy.Mode.LAZY)
                  .previousOwnerFailure(PreviousOwnerFailure.TREAT_AS_MISS)
                  .previousOwnerTimeout(Duration.ofSeconds(10))
                  .build())
          .calls(new LosingTheFirstTake())
          .build();

  private final class LosingTheFirstTake implements ServerCalls {
    @Override
    public <R> CompletionStage<R> call(Step step, NodeConnection node, MetaOperation<R> operation) {
      return step == Step.TAKE && takes.getAndIncrement() == 0
          ? CompletableFuture.failedFuture(new OutcomeUnknownException(node.name(), null))
          : DIRECT.call(step, node, operation);
    }
  }

  @AfterEach
  void close() {
    client.shutdown();
    fleet.close();
  }

  /* A copy that stayed there would be taken after the next delete of the key. */
  @Test
  void theValueIsTakenBySoonAskingAgain() throws Exception {
    for (int i = 0; i < 100; i++) {
      client.set("key:" + i, 0, "x").get();
    }
    client.changeTo(fleet.nodeSet());
    await().until(() -> client.topology() instanceof Topology.Migrating);
    String key = Fleet.keyOf(client, "c");

    assertThat(client.get(key)).isEqualTo("x");
    assertThat(takes).hasValue(2);
    assertThat(fleet.on("a").get(key)).isNull();
    assertThat(fleet.on("b").get(key)).isNull();
  }
}
