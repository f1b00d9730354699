package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cress.migration.Migration;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.selector.Selectors;
import dev.cress.topology.Phase;
import dev.cress.topology.TopologySource;
import io.lettuce.core.KillArgs;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A near cache while keys change their owners. */
class NearCacheInAChangeIT {

  private static final Duration STALENESS = Duration.ofMillis(300);

  private final Fleet fleet = new Fleet();
  private final NodeSet two = fleet.nodes("a", "b");
  private final NodeSet three = fleet.nodes("a", "b", "c");
  private final TopologySource source = TopologySource.inMemory(two, Selectors.rendezvous());
  private CressRedisClient changing;
  private CressRedisClient reading;
  private RedisCommands<String, String> writer;
  private NearCache<String, String> near;

  @BeforeEach
  void start() {
    changing = CressRedisClient.builder().topology(source).migration(Fleet.lazy()).build();
    reading = CressRedisClient.builder().topology(source).migration(Fleet.lazy()).build();
    writer = changing.connect().sync();
    near = NearCache.builder(reading).staleness(STALENESS).build();
  }

  @AfterEach
  void stop() {
    reading.shutdown();
    changing.shutdown();
    fleet.close();
  }

  private static ConditionFactory settled() {
    return await().pollInterval(Duration.ofMillis(5)).atMost(Duration.ofSeconds(20));
  }

  private void awaitHit(String key) {
    settled()
        .until(
            () -> {
              near.get(key);
              long before = near.statistics().hits();
              near.get(key);
              return near.statistics().hits() > before;
            });
  }

  @Test
  void aMovedKeyIsHeardOfFromItsNewOwner() throws Exception {
    String key = Fleet.keys(two, "a", three, "c", 1).get(0);
    writer.set(key, "old");
    awaitHit(key);

    Migration change = changing.changeTo(three);
    Fleet.awaitPhase(change, Phase.MIGRATE);
    writer.set(key, "in the window");
    settled().until(() -> "in the window".equals(near.get(key)));
    awaitHit(key);
    writer.set(key, "again in the window");
    settled().until(() -> "again in the window".equals(near.get(key)));
    awaitHit(key);
    change.drain();
    assertThat(Fleet.end(change)).isZero();
    writer.set(key, "after it");
    settled().until(() -> "after it".equals(near.get(key)));
    awaitHit(key);
    fleet.at("c").set(key, "by another");

    settled().until(() -> "by another".equals(near.get(key)));
  }

  @Test
  void aChangeOfWeightsEndsNoCopyOfAKeyThatStays() throws Exception {
    Node a = fleet.node("a");
    NodeSet heavier = two.with(Node.builder("a").address(a.host(), a.port()).weight(3).build());
    String key = Fleet.keys(two, "a", heavier, "a", 1).get(0);
    writer.set(key, "old");
    try (NearCache<String, String> patient =
        NearCache.builder(reading).staleness(Duration.ofMinutes(1)).build()) {
      settled().until(() -> "old".equals(patient.get(key)) && patient.statistics().hits() > 0);
      long misses = patient.statistics().misses();

      Migration change = changing.changeTo(heavier);
      Fleet.awaitPhase(change, Phase.MIGRATE);
      change.drain();
      assertThat(Fleet.end(change)).isZero();
      settled().until(() -> reading.topology().version() == 2);

      assertThat(patient.get(key)).isEqualTo("old");
      assertThat(patient.statistics().misses()).isEqualTo(misses);
      fleet.at("a").set(key, "new");
      settled().until(() -> "new".equals(patient.get(key)));
    }
  }

  @Test
  void noReadIsStalerThanTheBoundWhileNodesComeAndGoAndConnectionsAreKilled() throws Exception {
    List<String> keys = Fleet.keys(two, "a", three, "c", 8);
    AtomicBoolean end = new AtomicBoolean();
    List<NavigableMap<Long, Long>> writes = new ArrayList<>();
    for (String key : keys) {
      writer.set(key, "0");
      awaitHit(key);
      writes.add(new ConcurrentSkipListMap<>(Map.of(System.nanoTime(), 0L)));
    }
    CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> write(keys, writes, end));
    CompletableFuture<Void> reading = CompletableFuture.runAsync(() -> read(keys, writes, end));

    for (NodeSet nodes : List.of(three, two, three)) {
      Migration change = changing.changeTo(nodes);
      Fleet.awaitPhase(change, Phase.MIGRATE);
      killFeeds();
      change.drain();
      assertThat(Fleet.end(change)).isZero();
      awaitHit(keys.get(0));
    }
    end.set(true);

    writing.join();
    reading.join();
  }

  /** Cuts the connections that broadcasts go to. */
  private void killFeeds() {
    for (String node : List.of("a", "b", "c")) {
      fleet
          .at(node)
          .clientList()
          .lines()
          .filter(line -> line.matches(".* flags=\\w*B\\w* .*"))
          .map(line -> Long.parseLong(line.replaceAll("id=(\\d+) .*", "$1")))
          .forEach(id -> fleet.at(node).clientKill(KillArgs.Builder.id(id)));
    }
  }

  /** Writes the keys in turn, and notes when each value was confirmed. */
  private void write(List<String> keys, List<NavigableMap<Long, Long>> writes, AtomicBoolean end) {
    for (long value = 1; !end.get(); value++) {
      for (int i = 0; i < keys.size(); i++) {
        writer.set(keys.get(i), Long.toString(value));
        writes.get(i).put(System.nanoTime(), value);
      }
    }
  }

  private void read(List<String> keys, List<NavigableMap<Long, Long>> writes, AtomicBoolean end) {
    while (!end.get()) {
      for (int i = 0; i < keys.size(); i++) {
        long asked = System.nanoTime();
        long value = Long.parseLong(Objects.requireNonNull(near.get(keys.get(i))));
        Map.Entry<Long, Long> due = writes.get(i).floorEntry(asked - STALENESS.toNanos());
        if (due != null) {
          assertThat(value).isGreaterThanOrEqualTo(due.getValue());
        }
      }
    }
  }
}
