package dev.cress.redis;

import static dev.cress.redis.Scene.await;

import dev.cress.migration.MigrationEvent;
import dev.cress.migration.MigrationPolicy;
import dev.cress.topology.Topology;
import dev.cress.topology.TopologySource;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

/** One client of the sharded cache behind a gate of its own. */
final class TestClient implements AutoCloseable {

  private final StepGate gate;
  private final List<MigrationEvent> events = new CopyOnWriteArrayList<>();
  private final CressRedisClient client;
  private final StatefulRedisConnection<String, String> connection;
  private final AtomicBoolean closed = new AtomicBoolean();

  TestClient(TopologySource source, Variant variant, MigrationPolicy policy) {
    this.gate = new StepGate(variant.newCalls());
    this.client =
        CressRedisClient.builder()
            .topology(source)
            .clientResources(Scene.RESOURCES)
            .migration(policy)
            .onMigrationEvent(events::add)
            .scripts(gate, variant.scripts())
            .build();
    this.connection = client.connect();
  }

  CressRedisClient client() {
    return client;
  }

  StepGate gate() {
    return gate;
  }

  RedisCommands<String, String> sync() {
    return connection.sync();
  }

  RedisAsyncCommands<String, String> async() {
    return connection.async();
  }

  /** Waits for the first event of a kind. */
  MigrationEvent awaitEvent(MigrationEvent.Kind kind) {
    Scene.await().until(() -> saw(kind));
    return events.stream().filter(event -> event.kind() == kind).findFirst().orElseThrow();
  }

  boolean saw(MigrationEvent.Kind kind) {
    return events.stream().anyMatch(event -> event.kind() == kind);
  }

  void awaitTopology(Class<? extends Topology> phase, long version) {
    await()
        .until(() -> phase.isInstance(client.topology()) && client.topology().version() == version);
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      client.shutdown();
    }
  }
}
