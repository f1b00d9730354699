package dev.cress.memcached;

import dev.cress.memcached.internal.migration.ServerCalls;
import dev.cress.migration.MigrationPolicy;
import dev.cress.topology.Topology;
import dev.cress.topology.TopologySource;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** One client of the sharded cache behind a gate of its own. */
final class TestClient implements AutoCloseable {

  private final StepGate gate;
  private final CressMemcachedClient cache;
  private final AtomicBoolean closed = new AtomicBoolean();

  TestClient(TopologySource source, Variant variant, MigrationPolicy policy) {
    this.gate = new StepGate(variant.decorate(ServerCalls.DIRECT));
    this.cache =
        CressMemcachedClient.builder()
            .topology(source)
            .operationTimeout(Duration.ofSeconds(15))
            .migration(policy)
            .calls(gate)
            .build();
  }

  CressMemcachedClient cache() {
    return cache;
  }

  StepGate gate() {
    return gate;
  }

  boolean isOpen() {
    return !closed.get();
  }

  @Nullable Object get(String key) {
    return cache.get(key);
  }

  void awaitTopology(Class<? extends Topology> phase, long version) {
    Scene.await()
        .until(() -> phase.isInstance(cache.topology()) && cache.topology().version() == version);
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      cache.shutdown();
    }
  }
}
