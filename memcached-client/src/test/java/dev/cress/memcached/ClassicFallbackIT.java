package dev.cress.memcached;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cress.migration.Migration;
import dev.cress.migration.MigrationPolicy;
import dev.cress.node.NodeSet;
import dev.cress.selector.Placement;
import dev.cress.selector.Selector;
import dev.cress.selector.Selectors;
import dev.cress.topology.Phase;
import dev.cress.topology.Topology;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import net.spy.memcached.CASResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Where one server lacks the meta commands nothing moves: keys are read where they are until the
 * window ends, and those that were not set anew are lost and counted.
 */
final class ClassicFallbackIT {

  private static final MigrationPolicy SHORT =
      MigrationPolicy.builder()
          .mode(MigrationPolicy.Mode.LAZY)
          .windowEnd(Duration.ofSeconds(4))
          .build();

  private final Fleet fleet = new Fleet(0);
  private @Nullable CressMemcachedClient started;

  @AfterEach
  void close() {
    if (started != null) {
      started.shutdown();
    }
    fleet.close();
  }

  private CressMemcachedClient start(NodeSet nodes) {
    CressMemcachedClient client =
        CressMemcachedClient.builder().nodes(nodes).migration(SHORT).build();
    started = client;
    return client;
  }

  private static Migration open(CressMemcachedClient client, NodeSet nodes, Selector selector) {
    Migration migration = client.changeTo(nodes, selector);
    await().until(() -> migration.progress().phase() == Phase.MIGRATE);
    return migration;
  }

  private static long end(CressMemcachedClient client, Migration migration) throws Exception {
    migration.drain();
    long lost = migration.completion().get(20, TimeUnit.SECONDS);
    await().until(() -> client.topology() instanceof Topology.Stable);
    return lost;
  }

  /** Keys that a change takes away from a node, in order. */
  private static List<String> moving(int count, Placement before, Placement after) {
    return IntStream.iterate(0, i -> i + 1)
        .mapToObj(i -> "key:" + i)
        .filter(key -> !before.owner(key.getBytes(UTF_8)).equals(after.owner(key.getBytes(UTF_8))))
        .limit(count)
        .toList();
  }

  @Test
  void everyOperationBehavesInTheWindowAndWhatWasNotSetAnewIsLost() throws Exception {
    List.of("a", "b", "c", "d").forEach(fleet::addOld);
    NodeSet three = fleet.nodeSet().without("d");
    CressMemcachedClient client = start(three);
    Selector selector = Selectors.rendezvous();
    List<String> keys = moving(10, selector.place(three), selector.place(fleet.nodeSet()));
    for (String key : keys.subList(0, 9)) {
      assertThat(client.set(key, 600, "5").get()).isTrue();
    }

    Migration migration = open(client, fleet.nodeSet(), selector);
    assertThat(client.getBulk(keys)).isEqualTo(all(keys.subList(0, 9), "5"));
    assertThat(client.get(keys.get(0))).isEqualTo("5");
    assertThat(client.set(keys.get(1), 600, "new").get()).isTrue();
    assertThat(client.get(keys.get(1))).isEqualTo("new");
    assertThat(client.delete(keys.get(2)).get()).isTrue();
    assertThat(client.delete(keys.get(2)).get()).isFalse();
    assertThat(client.get(keys.get(2))).isNull();
    assertThat(client.incr(keys.get(3), 1)).isEqualTo(6);
    assertThat(client.append(keys.get(4), "x").get()).isTrue();
    assertThat(client.add(keys.get(5), 600, "new").get()).isFalse();
    assertThat(client.replace(keys.get(6), 600, "new").get()).isTrue();
    long token = client.gets(keys.get(7)).getCas();
    assertThat(client.cas(keys.get(7), token, 600, "new")).isEqualTo(CASResponse.OK);
    assertThat(client.cas(keys.get(7), token, 600, "newer")).isEqualTo(CASResponse.EXISTS);
    assertThat(client.touch(keys.get(8), 900).get()).isTrue();
    assertThat(client.incr(keys.get(9), 1)).isEqualTo(-1);
    assertThat(client.replace(keys.get(9), 600, "new").get()).isFalse();
    assertThat(client.add(keys.get(9), 600, "new").get()).isTrue();
    Map<String, Object> inTheWindow = client.getBulk(keys);
    assertThat(inTheWindow)
        .isEqualTo(
            Map.of(
                keys.get(0), "5",
                keys.get(1), "new",
                keys.get(3), "6",
                keys.get(4), "5x",
                keys.get(5), "5",
                keys.get(6), "new",
                keys.get(7), "new",
                keys.get(8), "5",
                keys.get(9), "new"));

    assertThat(end(client, migration)).isEqualTo(7);
    assertThat(client.getBulk(keys)).isEqualTo(all(List.of(keys.get(1), keys.get(9)), "new"));
  }

  private static Map<String, Object> all(List<String> keys, String value) {
    Map<String, Object> all = new HashMap<>();
    keys.forEach(key -> all.put(key, value));
    return all;
  }

  @Test
  void oneOldServerKeepsAllKeysWhereTheyAre() throws Exception {
    List.of("a", "b", "c").forEach(name -> fleet.add(name));
    fleet.addOld("d");
    NodeSet nodes = fleet.nodeSet();
    CressMemcachedClient client = start(nodes);
    List<String> keys =
        moving(40, Selectors.rendezvous().place(nodes), Selectors.modulo().place(nodes));
    Map<String, String> homes = new HashMap<>();
    for (String key : keys) {
      homes.put(key, client.ownerOf(key).name());
      assertThat(client.set(key, 600, "value").get()).isTrue();
    }

    Migration migration = open(client, nodes, Selectors.modulo());
    assertThat(client.getBulk(keys)).isEqualTo(all(keys, "value"));
    Set<String> gone = new HashSet<>(keys);
    homes.forEach(
        (key, home) -> {
          if (fleet.on(home).get(key) != null) {
            gone.remove(key);
          }
        });

    assertThat(gone).isEmpty();
    assertThat(end(client, migration)).isEqualTo(keys.size());
  }
}
