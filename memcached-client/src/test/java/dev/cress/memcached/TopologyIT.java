package dev.cress.memcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cress.node.NodeSet;
import dev.cress.selector.Selectors;
import dev.cress.topology.Phase;
import dev.cress.topology.TopologyDocument;
import dev.cress.topology.TopologySource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A newer document of the source is put in force as one, under load. */
final class TopologyIT {

  private final Fleet fleet = new Fleet(4);
  private final TopologySource source =
      TopologySource.inMemory(fleet.nodeSet().without("d"), Selectors.rendezvous());
  private final CressMemcachedClient client =
      CressMemcachedClient.builder().topology(source).build();

  @AfterEach
  void close() {
    client.shutdown();
    fleet.close();
  }

  private void publish(NodeSet nodes) {
    TopologyDocument last = source.current();
    TopologyDocument next =
        new TopologyDocument(
            last.version() + 1,
            0,
            Phase.STABLE,
            nodes,
            last.selector(),
            null,
            "",
            Map.of(),
            Map.of(),
            "test");
    assertThat(source.compareAndSet(last, next)).isTrue();
    await().until(() -> client.topology().version() == next.version());
  }

  @Test
  void aNewDocumentIsInForceForEveryKey() throws Exception {
    publish(fleet.nodeSet());

    String key = Fleet.keyOf(client, "d");
    assertThat(client.set(key, 0, "x").get()).isTrue();
    assertThat(fleet.on("d").get(key)).isEqualTo("x");
    assertThat(client.getNodeLocator().getAll()).hasSize(4);
  }

  @Test
  void noOperationIsLostWhenNodesComeAndGo() throws Exception {
    AtomicBoolean stop = new AtomicBoolean();
    AtomicLong done = new AtomicLong();
    List<CompletableFuture<Void>> load =
        IntStream.range(0, 4)
            .mapToObj(i -> CompletableFuture.runAsync(() -> load("load-" + i, stop, done)))
            .toList();
    try {
      for (int round = 0; round < 10; round++) {
        awaitMore(done);
        publish(fleet.nodeSet());
        awaitMore(done);
        publish(fleet.nodeSet().without(round % 2 == 0 ? "a" : "d"));
      }
    } finally {
      stop.set(true);
    }
    for (CompletableFuture<Void> each : load) {
      each.get();
    }
    await().until(() -> fleet.proxy("d").connections() == 0);
  }

  private static void awaitMore(AtomicLong done) {
    long before = done.get();
    await().atMost(Duration.ofSeconds(10)).until(() -> done.get() > before + 500);
  }

  /** Fails with the first operation that is not answered. */
  private void load(String prefix, AtomicBoolean stop, AtomicLong done) {
    for (int i = 0; !stop.get(); i++) {
      try {
        assertThat(client.set(prefix + i % 1_000, 0, "x").get()).isTrue();
        client.get(prefix + (i + 1) % 1_000);
        client.getBulk(prefix + 1, prefix + 2, prefix + 3, prefix + 4, prefix + 5);
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
      done.addAndGet(3);
    }
  }
}
