package dev.cress.memcached.internal.migration;

import dev.cress.memcached.internal.connection.NodeConnection;
import dev.cress.memcached.internal.connection.NodeConnections;
import dev.cress.metrics.CressMetrics;
import dev.cress.migration.Adapter;
import dev.cress.migration.Connections;
import dev.cress.migration.Fences;
import dev.cress.migration.KeyMover;
import dev.cress.migration.MigrationEvent;
import dev.cress.migration.MigrationPolicy;
import dev.cress.migration.Window;
import dev.cress.node.Node;
import dev.cress.topology.Change;
import dev.cress.topology.Topology;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All that memcached's client brings to a change of the topology. Thread-safe. */
public final class MemcachedAdapter implements Adapter<NodeConnection> {

  private final NodeConnections connections;
  private final MigrationPolicy policy;
  private final Consumer<MigrationEvent> events;
  private final CressMetrics metrics;
  private final ServerCalls calls;
  private final MemcachedFences fences;
  private final ChangedKeys changedKeys = new ChangedKeys();
  private final DrainedConnections drained;
  private volatile @Nullable MemcachedKeyMover moving;

  /**
   * Creates an adapter.
   *
   * @param connections the client's connections
   * @param cluster the name of the cache
   * @param policy how keys move
   * @param events told what happens
   * @param metrics the client's meters
   * @param calls sends the steps of moves
   */
  public MemcachedAdapter(
      NodeConnections connections,
      String cluster,
      MigrationPolicy policy,
      Consumer<MigrationEvent> events,
      CressMetrics metrics,
      ServerCalls calls) {
    this.connections = connections;
    this.policy = policy;
    this.events = events;
    this.metrics = metrics;
    this.calls = calls;
    this.drained = new DrainedConnections(connections, changedKeys);
    this.fences = new MemcachedFences(connections, cluster, policy);
  }

  /**
   * The keys on which operations are done with care.
   *
   * @return the same at each call
   */
  public ChangedKeys changedKeys() {
    return changedKeys;
  }

  /**
   * Does operations on all keys with care for some time: changes that this client did not see may
   * have left stubs and tombstones.
   */
  public void beginWithCare() {
    changedKeys.begin(new FirstWork(new OwnerWork(calls)));
  }

  @Override
  public Connections<NodeConnection> connections() {
    return drained;
  }

  @Override
  public Fences fences() {
    return fences;
  }

  @Override
  public KeyMover mover(Topology.Migrating topology, Window window) {
    Change change = topology.change();
    WindowContext context =
        new WindowContext(
            change, window, System.nanoTime(), connections, calls, policy, events, metrics);
    if (haveMetaCommands(change)) {
      changedKeys.open(change, new OwnerWork(calls));
      MemcachedKeyMover mover = new MemcachedKeyMover(context);
      moving = mover;
      return mover;
    }
    changedKeys.open(change, new ClassicWork(change, connections));
    return new NothingMoves(context);
  }

  private boolean haveMetaCommands(Change change) {
    return Stream.of(change.before(), change.after())
        .flatMap(placement -> placement.nodes().nodes().stream())
        .allMatch(node -> connections.target(node).hasMetaCommands());
  }

  @Override
  public void published(Topology topology) {
    if (topology instanceof Topology.Stable) {
      changedKeys.close();
      endMoves();
    }
    double weights = topology.nodes().nodes().stream().mapToDouble(Node::weight).sum();
    metrics.nodes(
        topology.nodes().nodes().stream()
            .map(
                node ->
                    new CressMetrics.NodeReading(
                        node.name(), node.weight() / weights, available(connections.target(node))))
            .toList());
  }

  private void endMoves() {
    MemcachedKeyMover last = moving;
    moving = null;
    if (last != null) {
      last.end();
    }
  }

  private static DoubleSupplier available(NodeConnection connection) {
    return () -> connection.isConnected() ? 1 : 0;
  }
}
