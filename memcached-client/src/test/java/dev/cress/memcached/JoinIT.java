package dev.cress.memcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cress.migration.Migration;
import dev.cress.migration.MigrationPolicy;
import dev.cress.selector.Selectors;
import dev.cress.topology.Topology;
import dev.cress.topology.TopologySource;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A client that begins when others have just ended a change. */
final class JoinIT {

  private final Fleet fleet = new Fleet(3);
  private final TopologySource source =
      TopologySource.inMemory(fleet.nodeSet().without("c"), Selectors.rendezvous());
  private final CressMemcachedClient first = client();

  private CressMemcachedClient client() {
    return CressMemcachedClient.builder()
        .topology(source)
        .migration(MigrationPolicy.builder().mode(MigrationPolicy.Mode.LAZY).build())
        .build();
  }

  @AfterEach
  void close() {
    first.shutdown();
    fleet.close();
  }

  @Test
  void aTombstoneThatOthersLeftIsNoValueToIt() throws Exception {
    Migration change = first.changeTo(fleet.nodeSet());
    await().until(() -> first.topology() instanceof Topology.Migrating);
    String key = Fleet.keyOf(first, "c");
    assertThat(first.get(key)).isNull();
    change.drain();
    change.completion().get(60, TimeUnit.SECONDS);

    CressMemcachedClient second = client();
    try {
      assertThat(second.get(key)).isNull();
      assertThat(second.append(key, "x").get()).isFalse();
      assertThat(second.getBulk(key)).isEmpty();
    } finally {
      second.shutdown();
    }
  }
}
