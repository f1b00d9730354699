package dev.cress.memcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cress.memcached.internal.migration.ServerCalls.Step;
import dev.cress.migration.Migration;
import dev.cress.migration.MigrationEvent;
import dev.cress.migration.MigrationEvent.Kind;
import dev.cress.migration.MigrationPolicy;
import dev.cress.node.NodeSet;
import dev.cress.topology.Phase;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a client's meters and events say of a change. */
final class MetersIT {

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final List<MigrationEvent> events = new CopyOnWriteArrayList<>();
  private final HeldCalls leases = new HeldCalls(Step.LEASE);
  private final Fleet fleet = new Fleet(0);
  private @Nullable CressMemcachedClient started;

  @AfterEach
  void close() {
    leases.release();
    if (started != null) {
      started.shutdown();
    }
    fleet.close();
  }

  private CressMemcachedClient start(NodeSet nodes, MigrationPolicy policy) {
    CressMemcachedClient client =
        CressMemcachedClient.builder()
            .nodes(nodes)
            .cluster("orders")
            .migration(policy)
            .meterRegistry(registry)
            .onMigrationEvent(events::add)
            .calls(leases)
            .build();
    started = client;
    return client;
  }

  @Test
  void metersAndEventsTellOfOperationsAndAChange() throws Exception {
    List.of("a", "b", "c").forEach(name -> fleet.add(name));
    NodeSet two = fleet.nodeSet().without("c");
    CressMemcachedClient client = start(two, MigrationPolicy.lazy());
    List<String> keys = Fleet.keysOf(fleet.nodeSet(), "c").limit(20).toList();
    for (String key : keys.subList(0, 10)) {
      client.set(key, 0, "value").get();
    }

    Migration migration = client.changeTo(fleet.nodeSet());
    await().until(() -> migration.progress().phase() == Phase.MIGRATE);
    assertThat(gauge("cress.migration.active")).isEqualTo(1);
    Future<Object> adopted = client.asyncGet(keys.get(0));
    Future<Object> absent = client.asyncGet(keys.get(19));
    leases.awaitHeld();
    leases.release();
    assertThat(adopted.get()).isEqualTo("value");
    assertThat(absent.get()).isNull();
    assertThat(keys("absent", "c")).isEqualTo(1);
    assertThat(keys("adopted", "c")).isEqualTo(1);
    assertThat(migration.progress().fraction()).isZero();
    migration.drain();
    migration.completion().get(30, TimeUnit.SECONDS);

    assertThat(keys("adopted", "c")).isEqualTo(10);
    assertThat(keys("failed", "c")).isZero();
    assertThat(sum("cress.migration.keys", "from", "a") + sum("cress.migration.keys", "from", "b"))
        .isEqualTo(sum("cress.migration.keys", "to", "c"));
    assertThat(sum("cress.migration.gate", "cluster", "orders")).isGreaterThanOrEqualTo(2);
    assertThat(sum("cress.migration.duration", "cluster", "orders")).isEqualTo(1);
    assertThat(gauge("cress.migration.progress")).isEqualTo(1);
    assertThat(migration.progress().moved()).isEqualTo(9);
    assertThat(gauge("cress.topology.version")).isEqualTo(2);
    await().until(() -> gauge("cress.migration.active") == 0);
    assertThat(registry.find("cress.node.share").gauges()).hasSize(3);
    assertThat(registry.get("cress.node.available").tag("node", "c").gauge().value()).isEqualTo(1);
    await().until(() -> events.size() == 5);
    assertThat(events)
        .extracting(MigrationEvent::kind)
        .containsExactly(Kind.PREPARED, Kind.HELD, Kind.OPENED, Kind.CLOSED, Kind.STABLE);
  }

  @Test
  void aKeyThatIsAtItsOwnerAlreadyIsCountedAsSuch() throws Exception {
    List.of("a", "b").forEach(name -> fleet.add(name));
    leases.release();
    NodeSet one = fleet.nodeSet().without("b");
    CressMemcachedClient client = start(one, MigrationPolicy.lazy());
    String key = Fleet.keysOf(fleet.nodeSet(), "b").findFirst().orElseThrow();

    Migration migration = client.changeTo(fleet.nodeSet());
    await().until(() -> migration.progress().phase() == Phase.MIGRATE);
    fleet.on("b").set(key, 0, "value").get();

    assertThat(client.get(key)).isEqualTo("value");
    assertThat(keys("already", "b")).isEqualTo(1);
  }

  @Test
  void aValueThatItsOwnerRefusesIsToldOnceAndIsAMiss() throws Exception {
    leases.release();
    fleet.add("a", "-I", "2m");
    NodeSet one = fleet.nodeSet();
    fleet.add("b");
    String key = Fleet.keysOf(fleet.nodeSet(), "b").findFirst().orElseThrow();
    CressMemcachedClient client = start(one, MigrationPolicy.lazyAndBackground());
    byte[] large = OperationErrorsIT.noise(3 << 19);
    assertThat(client.set(key, 0, large, new OperationErrorsIT.Raw()).get()).isTrue();

    client.changeTo(fleet.nodeSet()).completion().get(30, TimeUnit.SECONDS);

    assertThat(client.get(key)).isNull();
    assertThat(keys("failed", "b")).isEqualTo(1);
    assertThat(events)
        .filteredOn(event -> event.kind() == Kind.ADOPT_FAILED)
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.node()).isEqualTo("b");
              assertThat(event.count()).isEqualTo(1);
              assertThat(event.detail()).contains("too large").doesNotContain(key);
            });
  }

  private double gauge(String name) {
    return registry.get(name).gauge().value();
  }

  private double keys(String result, String to) {
    return registry
        .find("cress.migration.keys")
        .tag("result", result)
        .tag("to", to)
        .meters()
        .stream()
        .mapToDouble(MetersIT::firstValue)
        .sum();
  }

  /** The first value, a count, of all meters of a name with a tag. */
  private double sum(String name, String tag, String value) {
    return registry.find(name).tag(tag, value).meters().stream()
        .mapToDouble(MetersIT::firstValue)
        .sum();
  }

  private static double firstValue(Meter meter) {
    return meter.measure().iterator().next().getValue();
  }
}
