package dev.cress.memcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cress.migration.MigrationEvent;
import dev.cress.migration.MigrationEvent.Kind;
import dev.cress.migration.MigrationException;
import dev.cress.migration.MigrationPolicy;
import dev.cress.node.NodeSet;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Changes with a server, {@code c}, that does not list its keys. */
final class NoCrawlerIT {

  private static final Duration WINDOW = Duration.ofSeconds(3);

  private final Fleet fleet = new Fleet(2);
  private final Map<String, Object> written = new TreeMap<>();
  private final List<MigrationEvent> events = new CopyOnWriteArrayList<>();

  @SuppressWarnings("NullAway.Init") // each test sets it
  private NodeSet two;

  @SuppressWarnings("NullAway.Init") // each test sets it
  private CressMemcachedClient client;

  @BeforeEach
  void addServers() {
    two = fleet.nodeSet();
    fleet.add("c", "-o", "no_lru_crawler");
    fleet.add("d");
  }

  @AfterEach
  void close() {
    client.shutdown();
    fleet.close();
  }

  private void start(NodeSet nodes, MigrationPolicy policy) throws Exception {
    client =
        CressMemcachedClient.builder()
            .nodes(nodes)
            .migration(policy)
            .onMigrationEvent(events::add)
            .build();
    for (int i = 0; i < 200; i++) {
      written.put("key:" + i, "value " + i);
      client.set("key:" + i, 0, "value " + i).get();
    }
  }

  private static MigrationPolicy.Builder policy() {
    return MigrationPolicy.builder().windowEnd(WINDOW);
  }

  private long change(NodeSet nodes) throws Exception {
    return client.changeTo(nodes).completion().get(30, TimeUnit.SECONDS);
  }

  private void assertAllThere() {
    assertThat(client.getBulk(written.keySet())).isEqualTo(written);
  }

  private List<MigrationEvent> unavailable() {
    return events.stream()
        .filter(event -> event.kind() == Kind.PREVIOUS_OWNER_UNAVAILABLE)
        .toList();
  }

  @Test
  void itJoinsAsAnyOther() throws Exception {
    start(two, policy().build());

    assertThat(change(fleet.nodeSet().without("d"))).isZero();

    assertThat(fleet.on("c").get(Fleet.keyOf(client, "c"))).isNotNull();
    assertAllThere();
    assertThat(unavailable()).isEmpty();
  }

  @Test
  void aChangeInWhichItStaysIsRefusedWithAClearMessage() throws Exception {
    start(fleet.nodeSet().without("d"), policy().build());

    assertThatThrownBy(() -> change(fleet.nodeSet()))
        .cause()
        .isInstanceOf(MigrationException.class)
        .hasMessageContaining("node c does not list its keys")
        .hasMessageContaining("could come back")
        .hasMessageContaining("MigrationPolicy.builder().force()");
    assertAllThere();
  }

  @Test
  void aForcedChangeMovesItsKeysWhenTheyAreTouched() throws Exception {
    start(fleet.nodeSet().without("d"), policy().force().build());

    var migration = client.changeTo(fleet.nodeSet());
    assertAllThere();
    migration.completion().get(30, TimeUnit.SECONDS);

    assertAllThere();
    assertThat(unavailable()).hasSize(1).allMatch(event -> event.node().equals("c"));
  }

  @Test
  void itsKeysMoveWhenItLeavesAndTheyAreTouchedAndTheRestIsLost() throws Exception {
    start(fleet.nodeSet().without("d"), policy().build());
    List<String> its = written.keySet().stream().filter(this::isOnC).toList();
    List<String> touched = its.subList(0, its.size() / 2);

    var migration = client.changeTo(two);
    IntStream.range(0, touched.size())
        .forEach(
            i -> assertThat(client.get(touched.get(i))).isEqualTo(written.get(touched.get(i))));
    long lost = migration.completion().get(30, TimeUnit.SECONDS);

    assertThat(lost).isGreaterThanOrEqualTo(its.size() - touched.size());
    written.keySet().removeAll(its.subList(touched.size(), its.size()));
    assertAllThere();
    assertThat(unavailable()).hasSize(1).allMatch(event -> event.node().equals("c"));
  }

  private boolean isOnC(String key) {
    return client.ownerOf(key).name().equals("c");
  }
}
