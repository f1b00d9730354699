package dev.cress.memcached.internal.migration;

import dev.cress.memcached.internal.connection.NodeConnection;
import dev.cress.memcached.internal.connection.NodeConnections;
import dev.cress.metrics.CressMetrics;
import dev.cress.migration.Adapter;
import dev.cress.migration.Connections;
import dev.cress.migration.Fences;
import dev.cress.migration.KeyMover;
import dev.cress.migration.Window;
import dev.cress.node.Node;
import dev.cress.topology.Topology;
import java.util.function.DoubleSupplier;

/** All that memcached's client brings to its topology. Thread-safe. */
public final class MemcachedAdapter implements Adapter<NodeConnection> {

  private final NodeConnections connections;
  private final CressMetrics metrics;
  private final NoFences fences = new NoFences();

  /**
   * Creates an adapter.
   *
   * @param connections the client's connections
   * @param metrics the client's meters
   */
  public MemcachedAdapter(NodeConnections connections, CressMetrics metrics) {
    this.connections = connections;
    this.metrics = metrics;
  }

  @Override
  public Connections<NodeConnection> connections() {
    return connections;
  }

  @Override
  public Fences fences() {
    return fences;
  }

  @Override
  public KeyMover mover(Topology.Migrating topology, Window window) {
    throw NoFences.notOffered();
  }

  @Override
  public void published(Topology topology) {
    double weights = topology.nodes().nodes().stream().mapToDouble(Node::weight).sum();
    metrics.nodes(
        topology.nodes().nodes().stream()
            .map(
                node ->
                    new CressMetrics.NodeReading(
                        node.name(), node.weight() / weights, available(connections.target(node))))
            .toList());
  }

  private static DoubleSupplier available(NodeConnection connection) {
    return () -> connection.isConnected() ? 1 : 0;
  }
}
