package dev.cress.memcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.cress.node.RoutingException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import net.spy.memcached.ConnectionObserver;
import net.spy.memcached.MemcachedClient;
import net.spy.memcached.MemcachedNodeROImpl;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the client does on several nodes while nothing goes wrong. */
final class ClientIT {

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private Fleet fleet;
  private CressMemcachedClient client;

  @BeforeEach
  void connect() {
    fleet = new Fleet(3);
    client = fleet.builder().cluster("orders").meterRegistry(registry).build();
  }

  @AfterEach
  void close() {
    client.shutdown();
    fleet.close();
  }

  @Test
  void allNodesAreConnectedWhenAClientIsBuilt() {
    try (Fleet others = new Fleet(3)) {
      CressMemcachedClient built = others.builder().build();

      assertThat(built.getAvailableServers()).hasSize(3);
      built.shutdown();
    }
  }

  @Test
  void eachKeyIsOnItsOwnerAndNowhereElse() throws Exception {
    for (int i = 0; i < 300; i++) {
      client.set("key:" + i, 0, i).get();
    }
    for (int i = 0; i < 300; i++) {
      for (String name : fleet.names()) {
        boolean owner = client.ownerOf("key:" + i).name().equals(name);
        assertThat(fleet.on(name).get("key:" + i)).isEqualTo(owner ? i : null);
      }
    }
  }

  @Test
  void bracesInAKeyMeanNothing() {
    long owners =
        IntStream.range(0, 100)
            .mapToObj(i -> client.ownerOf("{tag}:" + i).name())
            .distinct()
            .count();

    assertThat(owners).isEqualTo(3);
  }

  @Test
  void manyKeysAreReadAtOnce() throws Exception {
    List<String> keys = IntStream.range(0, 10_000).mapToObj(i -> "key:" + i).toList();
    for (String key : keys) {
      client.set(key, 0, key);
    }
    client.waitForQueues(10, TimeUnit.SECONDS);

    Map<String, Object> found = client.getBulk(keys);

    assertThat(found).hasSize(keys.size());
    assertThat(found).allSatisfy((key, value) -> assertThat(value).isEqualTo(key));
    assertThat(client.getBulk(List.of("key:1", "key:1", "none"))).containsOnlyKeys("key:1");
    assertThat(client.getBulk(List.of())).isEmpty();
  }

  @Test
  void everyNodeIsAskedForWhatConcernsAllNodes() throws Exception {
    assertThat(client.getVersions()).hasSize(3);
    assertThat(client.getStats().values())
        .allSatisfy(stats -> assertThat(stats).containsKey("pid"));
    client.set("a", 0, "x").get();
    client.set("b", 0, "x").get();
    client.set("c", 0, "x").get();

    assertThat(client.flush().get()).isTrue();

    assertThat(client.getBulk("a", "b", "c")).isEmpty();
  }

  @Test
  void observersHearOfEachNode() {
    Observing observer = new Observing();
    client.addObserver(observer);
    assertThat(observer.established).hasSize(3);

    fleet.proxy("b").cut();

    SocketAddress b = new InetSocketAddress(fleet.node("b").host(), fleet.node("b").port());
    await().until(() -> observer.lost.equals(List.of(b)));
    await().until(() -> observer.established.size() == 4);
    assertThat(observer.established.get(3)).isEqualTo(b);

    assertThat(client.removeObserver(observer)).isTrue();
    assertThat(client.removeObserver(observer)).isFalse();
  }

  @Test
  void operationsAreMeasured() throws Exception {
    client.set("key", 0, "x").get();
    client.getBulk("key", "other", "third", "fourth", "fifth");
    fleet.server("a").kill();
    await().until(() -> client.getUnavailableServers().size() == 1);
    client.set(Fleet.keyOf(client, "a"), 0, "x");

    assertThat(
            registry
                .get("cress.commands")
                .tags("cluster", "orders", "kind", "single_key", "outcome", "success")
                .timer()
                .count())
        .isOne();
    assertThat(
            registry
                .get("cress.commands")
                .tags("node", "a", "kind", "single_key", "outcome", "failure")
                .timer()
                .count())
        .isOne();
    assertThat(registry.get("cress.fanout").summary().max()).isBetween(1.0, 3.0);
    assertThat(registry.get("cress.node.available").tags("node", "a").gauge().value()).isZero();
    assertThat(registry.get("cress.node.available").tags("node", "b").gauge().value()).isOne();
  }

  @Test
  void aNodeOfAnotherClientIsRefused() {
    MemcachedClient other = fleet.on("a");

    assertThatThrownBy(
            () -> client.broadcastOp((node, latch) -> null, other.getNodeLocator().getAll()))
        .isInstanceOf(RoutingException.class);
    assertThat(other.getNodeLocator().getAll()).hasOnlyElementsOfType(MemcachedNodeROImpl.class);
  }

  @Test
  void aClosedClientRefusesAndLeavesNoConnection() throws Exception {
    client.set("key", 0, "x");

    assertThat(client.shutdown(5, TimeUnit.SECONDS)).isTrue();

    assertThatIllegalStateException().isThrownBy(() -> client.get("key"));
    await()
        .until(() -> fleet.names().stream().allMatch(name -> fleet.proxy(name).connections() == 0));
  }

  @Test
  void anInterruptedCallerIsToldAndTheNextOneServed() throws Exception {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> client.incr("key", 1)).isInstanceOf(RuntimeException.class);
    assertThat(Thread.interrupted()).isTrue();

    assertThat(client.set("key", 0, "x").get()).isTrue();
  }

  private static final class Observing implements ConnectionObserver {
    private final List<SocketAddress> established = new CopyOnWriteArrayList<>();
    private final List<SocketAddress> lost = new CopyOnWriteArrayList<>();

    @Override
    public void connectionEstablished(SocketAddress address, int reconnectCount) {
      established.add(address);
    }

    @Override
    public void connectionLost(SocketAddress address) {
      lost.add(address);
    }
  }
}
