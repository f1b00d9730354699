package dev.cress.memcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cress.migration.Migration;
import dev.cress.migration.MigrationPolicy;
import dev.cress.migration.MigrationPolicy.PreviousOwnerFailure;
import dev.cress.node.NodeSet;
import dev.cress.topology.Topology;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Misses on two owners, {@code b} and {@code c}, one of which is away when the window ends. */
final class LongTombstonesIT {

  private static final int USUAL_SECONDS = 10;

  /* Many more than are shortened at once, so that they come before some of the others. */
  private static final int KEYS_AWAY = 1_000;

  @Test
  void anOwnerThatIsAwayDoesNotKeepThoseOfOthersFromBeingShortened() throws Exception {
    try (Fleet fleet = new Fleet(3)) {
      NodeSet all = fleet.nodeSet();
      CressMemcachedClient client = client(all.without("b").without("c"));
      List<String> away = Fleet.keysOf(all, "b").limit(KEYS_AWAY).toList();
      DirectServer owner = new DirectServer("c", fleet.server("c"));
      List<String> keys = Fleet.keysOf(all, "c").limit(5).toList();
      Migration migration = client.changeTo(all);
      await().until(() -> client.topology() instanceof Topology.Migrating);

      fleet.proxy("a").refuse();
      away.forEach(client::get);
      keys.forEach(client::get);
      assertThat(keys).allMatch(key -> secondsLeft(owner, key) > USUAL_SECONDS);
      fleet.proxy("a").heal();
      fleet.proxy("b").refuse();
      migration.drain();
      migration.completion().get(20, TimeUnit.SECONDS);

      await().until(() -> keys.stream().allMatch(key -> secondsLeft(owner, key) <= USUAL_SECONDS));
      client.shutdown();
    }
  }

  private static int secondsLeft(DirectServer owner, String key) {
    return owner.look(key).orElseThrow().ttl();
  }

  private static CressMemcachedClient client(NodeSet nodes) {
    return CressMemcachedClient.builder()
        .nodes(nodes)
        .migration(
            MigrationPolicy.builder()
                .mode(MigrationPolicy.Mode.LAZY)
                .previousOwnerFailure(PreviousOwnerFailure.TREAT_AS_MISS)
                .previousOwnerTimeout(Duration.ofMillis(200))
                .build())
        .build();
  }
}
