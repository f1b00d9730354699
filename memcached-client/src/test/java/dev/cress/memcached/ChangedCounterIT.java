package dev.cress.memcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cress.memcached.internal.connection.NodeConnection;
import dev.cress.memcached.internal.migration.ServerCalls;
import dev.cress.memcached.internal.operation.MetaArithmetic;
import dev.cress.memcached.internal.operation.MetaGet;
import dev.cress.memcached.internal.operation.MetaOperation;
import dev.cress.memcached.internal.operation.MetaSet;
import dev.cress.migration.MigrationPolicy;
import dev.cress.topology.Topology;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A counter that becomes something else between the look at it and the counting. */
final class ChangedCounterIT {

  private static final int TOMBSTONE = 1 << 31;

  private final Fleet fleet = new Fleet(3);
  private final CressMemcachedClient client =
      CressMemcachedClient.builder()
          .nodes(fleet.nodeSet().without("c"))
          .migration(MigrationPolicy.builder().mode(MigrationPolicy.Mode.LAZY).build())
          .calls(new Interfering())
          .build();
  private byte[] instead = {};
  private int flags;

  /** Puts something else in the counter's place just before each count and each touch. */
  private final class Interfering implements ServerCalls {
    @Override
    public <R> CompletionStage<R> call(Step step, NodeConnection node, MetaOperation<R> operation) {
      boolean touch = step == Step.WORK && operation instanceof MetaGet;
      if (!touch && !(operation instanceof MetaArithmetic)) {
        return DIRECT.call(step, node, operation);
      }
      MetaSet write = new MetaSet(operation.keyBytes(), MetaSet.Mode.SET, flags, 0, instead);
      return DIRECT.call(step, node, write).thenCompose(done -> DIRECT.call(step, node, operation));
    }
  }

  @AfterEach
  void close() {
    client.shutdown();
    fleet.close();
  }

  /** A key whose counter is at its new owner, in an open window. */
  private String movedCounter() throws Exception {
    for (int i = 0; i < 100; i++) {
      client.set("key:" + i, 0, "5").get();
    }
    client.changeTo(fleet.nodeSet());
    await().until(() -> client.topology() instanceof Topology.Migrating);
    String key = Fleet.keyOf(client, "c");
    assertThat(client.get(key)).isEqualTo("5");
    return key;
  }

  /** There is no touching by token: a tombstone that was touched would stand for as long. */
  @Test
  void aTombstoneInItsPlaceDoesNotLiveOnAsAValueWould() throws Exception {
    String key = movedCounter();
    flags = TOMBSTONE;

    assertThat(client.touch(key, 1_000).get()).isFalse();

    assertThat(new DirectServer("c", fleet.server("c")).look(key).orElseThrow().ttl())
        .isBetween(1, 10);
  }

  @Test
  void aTombstoneInItsPlaceIsNoCounter() throws Exception {
    String key = movedCounter();
    flags = TOMBSTONE;

    assertThat(client.incr(key, 1)).isEqualTo(-1);
    assertThat(client.decr(key, 1, 40)).isEqualTo(40);
  }
}
