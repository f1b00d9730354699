package dev.cress.memcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.cress.migration.Migration;
import dev.cress.migration.MigrationEvent;
import dev.cress.migration.MigrationEvent.Kind;
import dev.cress.migration.MigrationException;
import dev.cress.migration.MigrationPolicy;
import dev.cress.node.NodeSet;
import dev.cress.topology.Phase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Changes with a server, {@code c}, that does not list its keys. */
final class NoCrawlerIT {

  private static final Duration WINDOW = Duration.ofSeconds(4);

  private final Fleet fleet = new Fleet(2);
  private final Map<String, Object> written = new TreeMap<>();
  private final List<MigrationEvent> events = new CopyOnWriteArrayList<>();
  private final NodeSet two = fleet.nodeSet();
  private @Nullable CressMemcachedClient started;

  @BeforeEach
  void addServers() {
    fleet.add("c", "-o", "no_lru_crawler");
    fleet.add("d");
  }

  @AfterEach
  void close() {
    if (started != null) {
      started.shutdown();
    }
    fleet.close();
  }

  private CressMemcachedClient start(NodeSet nodes, MigrationPolicy policy) throws Exception {
    CressMemcachedClient client =
        CressMemcachedClient.builder()
            .nodes(nodes)
            .migration(policy)
            .onMigrationEvent(events::add)
            .build();
    started = client;
    for (int i = 0; i < 200; i++) {
      written.put("key:" + i, "value " + i);
      client.set("key:" + i, 0, "value " + i).get();
    }
    return client;
  }

  private static MigrationPolicy.Builder policy() {
    return MigrationPolicy.builder().windowEnd(WINDOW);
  }

  private static long change(CressMemcachedClient client, NodeSet nodes) throws Exception {
    return client.changeTo(nodes).completion().get(30, TimeUnit.SECONDS);
  }

  /** What is touched before the window opens has not moved. */
  private static Migration open(CressMemcachedClient client, NodeSet nodes) {
    Migration migration = client.changeTo(nodes);
    await().until(() -> migration.progress().phase() == Phase.MIGRATE);
    return migration;
  }

  private void assertAllThere(CressMemcachedClient client) {
    assertThat(client.getBulk(written.keySet())).isEqualTo(written);
  }

  private List<MigrationEvent> unavailable() {
    return events.stream()
        .filter(event -> event.kind() == Kind.PREVIOUS_OWNER_UNAVAILABLE)
        .toList();
  }

  @Test
  void itJoinsAsAnyOther() throws Exception {
    CressMemcachedClient client = start(two, policy().build());

    assertThat(change(client, fleet.nodeSet().without("d"))).isZero();

    assertThat(fleet.on("c").get(Fleet.keyOf(client, "c"))).isNotNull();
    assertAllThere(client);
    assertThat(unavailable()).isEmpty();
  }

  @Test
  void aChangeInWhichItStaysIsRefusedWithAClearMessage() throws Exception {
    CressMemcachedClient client = start(fleet.nodeSet().without("d"), policy().build());

    assertThatThrownBy(() -> change(client, fleet.nodeSet()))
        .cause()
        .isInstanceOf(MigrationException.class)
        .hasMessageContaining("node c does not list its keys")
        .hasMessageContaining("could come back")
        .hasMessageContaining("MigrationPolicy.builder().force()");
    assertAllThere(client);
  }

  @Test
  void aForcedChangeMovesItsKeysWhenTheyAreTouched() throws Exception {
    CressMemcachedClient client = start(fleet.nodeSet().without("d"), policy().force().build());

    Migration migration = open(client, fleet.nodeSet());
    assertAllThere(client);
    migration.completion().get(30, TimeUnit.SECONDS);

    assertAllThere(client);
    assertThat(unavailable()).hasSize(1).allMatch(event -> event.node().equals("c"));
  }

  @Test
  void itsKeysMoveWhenItLeavesAndTheyAreTouchedAndTheRestIsLost() throws Exception {
    CressMemcachedClient client = start(fleet.nodeSet().without("d"), policy().build());
    List<String> its =
        written.keySet().stream().filter(key -> client.ownerOf(key).name().equals("c")).toList();
    List<String> touched = its.subList(0, its.size() / 2);

    Migration migration = open(client, two);
    IntStream.range(0, touched.size())
        .forEach(
            i -> assertThat(client.get(touched.get(i))).isEqualTo(written.get(touched.get(i))));
    long lost = migration.completion().get(30, TimeUnit.SECONDS);

    assertThat(lost).isGreaterThanOrEqualTo(its.size() - touched.size());
    written.keySet().removeAll(its.subList(touched.size(), its.size()));
    assertAllThere(client);
    assertThat(unavailable()).hasSize(1).allMatch(event -> event.node().equals("c"));
  }
}
