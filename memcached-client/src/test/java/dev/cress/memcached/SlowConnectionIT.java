package dev.cress.memcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cress.memcached.internal.connection.Connector;
import dev.cress.migration.MigrationPolicy;
import dev.cress.node.NodeSet;
import dev.cress.selector.Selectors;
import dev.cress.testservers.FaultProxy;
import dev.cress.topology.Topology;
import dev.cress.topology.TopologySource;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Two clients of one source, one of which has a slow connection to the previous owner. */
final class SlowConnectionIT {

  private static final Duration ONE_WAY = Duration.ofMillis(200);

  private final Fleet fleet = new Fleet(2);
  private final NodeSet both = fleet.nodeSet();
  private final TopologySource source =
      TopologySource.inMemory(both.without("b"), Selectors.rendezvous());

  private CressMemcachedClient client(Connector.Resolver resolver) {
    return CressMemcachedClient.builder()
        .topology(source)
        .migration(
            MigrationPolicy.builder()
                .mode(MigrationPolicy.Mode.LAZY)
                .patience(Duration.ofSeconds(10))
                .build())
        .resolver(resolver)
        .build();
  }

  /** Else the other client would take the old value, and what is on its way would be lost. */
  @Test
  void whatIsOnItsWayReachesThePreviousOwnerBeforeTheWindowOpens() throws Exception {
    String key = Fleet.keysOf(both, "b").findFirst().orElseThrow();
    try (fleet;
        FaultProxy slow = new FaultProxy(fleet.server("a"))) {
      InetSocketAddress slowA = new InetSocketAddress(slow.host(), slow.port());
      CressMemcachedClient fast = client(node -> new InetSocketAddress(node.host(), node.port()));
      CressMemcachedClient late =
          client(
              node ->
                  node.name().equals("a")
                      ? slowA
                      : new InetSocketAddress(node.host(), node.port()));
      fast.set(key, 0, "old").get();

      slow.delay(ONE_WAY);
      Future<Boolean> set = late.set(key, 0, "new");
      fast.changeTo(both);
      await().until(() -> fast.topology() instanceof Topology.Migrating);

      assertThat(fast.get(key)).isEqualTo("new");
      assertThat(set.get()).isTrue();
      late.shutdown();
      fast.shutdown();
    }
  }
}
