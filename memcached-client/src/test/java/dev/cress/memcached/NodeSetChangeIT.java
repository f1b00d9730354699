package dev.cress.memcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cress.migration.MigrationException;
import dev.cress.migration.MigrationPolicy;
import dev.cress.node.NodeSet;
import dev.cress.selector.Selectors;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Values survive every kind of change, where their owner says they are. */
final class NodeSetChangeIT {

  private static final int KEYS = 2_000;
  private static final long PATIENCE_SECONDS = 60;

  private final Fleet fleet = new Fleet(4);
  private final NodeSet three = fleet.nodeSet().without("d");
  private final CressMemcachedClient client = CressMemcachedClient.builder().nodes(three).build();
  private final Map<String, String> written = new TreeMap<>();

  @AfterEach
  void close() {
    client.shutdown();
    fleet.close();
  }

  private void fill() throws Exception {
    for (String key : keys()) {
      written.put(key, "value of " + key);
      client.set(key, 3_600, written.get(key)).get();
    }
  }

  private static Iterable<String> keys() {
    return () -> IntStream.range(0, KEYS).mapToObj(i -> "key:" + i).iterator();
  }

  private long change(NodeSet nodes) throws Exception {
    return client.changeTo(nodes).completion().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  private void assertAllThere() {
    Map<String, Object> found = new TreeMap<>();
    for (String key : keys()) {
      Object value = client.get(key);
      if (value != null) {
        found.put(key, value);
      }
    }
    assertThat(found).isEqualTo(written);
    assertThat(client.getBulk(written.keySet())).isEqualTo(written);
  }

  @Test
  void aNodeJoinsAndLeaves() throws Exception {
    fill();

    assertThat(change(fleet.nodeSet())).isZero();
    assertThat(Fleet.keysOf(client, "d").limit(100).filter(written::containsKey)).isNotEmpty();
    assertAllThere();

    assertThat(change(three)).isZero();
    assertAllThere();
  }

  @Test
  void keysAreReadWhileTheyMove() throws Exception {
    fill();

    var migration = client.changeTo(fleet.nodeSet());
    assertAllThere();
    migration.completion().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertAllThere();
  }

  @Test
  void aSelectorIsExchanged() throws Exception {
    fill();

    client.changeTo(three, Selectors.modulo()).completion().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertAllThere();
  }

  @Test
  void aJoiningNodeWithForeignDataIsRefusedEachTime() throws Exception {
    fill();
    fleet.on("d").set("foreign", 0, "x").get();

    for (int attempt = 0; attempt < 2; attempt++) {
      assertThatThrownBy(() -> change(fleet.nodeSet()))
          .isInstanceOf(ExecutionException.class)
          .cause()
          .isInstanceOf(MigrationException.class)
          .hasMessageContaining("node d holds data");
    }
    assertThat(fleet.on("d").get("foreign")).isEqualTo("x");
    assertAllThere();
  }

  /** memcached has no databases: each change would move, sweep and flush the other's keys. */
  @Test
  void aServerOfAnotherCacheIsRefused() throws Exception {
    fill();
    change(three.without("c"));
    CressMemcachedClient other =
        CressMemcachedClient.builder().cluster("other").nodes(three.without("c")).build();
    try {
      assertThatThrownBy(
              () -> other.changeTo(three).completion().get(PATIENCE_SECONDS, TimeUnit.SECONDS))
          .cause()
          .isInstanceOf(MigrationException.class)
          .hasMessageContaining(" is part of the cache default, this client of the cache other;");
    } finally {
      other.shutdown();
    }
    assertAllThere();
  }

  @Test
  void aJoiningNodeIsFlushedWhenItMayBe() throws Exception {
    try (Fleet other = new Fleet(2)) {
      NodeSet one = other.nodeSet().without("b");
      CressMemcachedClient sweeping =
          CressMemcachedClient.builder()
              .nodes(one)
              .migration(
                  MigrationPolicy.builder().leftovers(MigrationPolicy.Leftovers.SWEEP).build())
              .build();
      other.on("b").set("key:1", 0, "old").get();

      sweeping.changeTo(other.nodeSet()).completion().get(PATIENCE_SECONDS, TimeUnit.SECONDS);

      assertThat(sweeping.get("key:1")).isNull();
      assertThat(other.on("b").get("key:1")).isNull();
      sweeping.shutdown();
    }
  }
}
