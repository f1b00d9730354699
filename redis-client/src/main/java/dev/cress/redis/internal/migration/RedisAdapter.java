package dev.cress.redis.internal.migration;

import dev.cress.metrics.CressMetrics;
import dev.cress.migration.Adapter;
import dev.cress.migration.Connections;
import dev.cress.migration.Fences;
import dev.cress.migration.KeyMover;
import dev.cress.migration.MigrationEvent;
import dev.cress.migration.MigrationPolicy;
import dev.cress.migration.Window;
import dev.cress.node.Node;
import dev.cress.redis.internal.connection.Connector;
import dev.cress.redis.internal.connection.NodeConnection;
import dev.cress.topology.Topology;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;

/** All that the Redis client brings to a change of the topology. Thread-safe. */
public final class RedisAdapter implements Adapter<NodeConnection> {

  private final Connections<NodeConnection> connections;
  private final ScriptCalls calls;
  private final Scripts scripts;
  private final ServerWait wait;
  private final MigrationPolicy policy;
  private final Consumer<MigrationEvent> events;
  private final CressMetrics metrics;
  private final RedisFences fences;
  private volatile Runnable afterPublication = () -> {};

  /**
   * Creates the adapter of one client.
   *
   * @param cluster names the cache in connection tags
   * @param member the client's id at its topology source
   * @param connections the client's connections
   * @param policy how keys move
   * @param events told what happens
   * @param metrics the client's meters
   * @param calls calls scripts on nodes
   * @param scripts the scripts
   * @param copies how many nodes hold each key
   */
  public RedisAdapter(
      String cluster,
      String member,
      Connections<NodeConnection> connections,
      MigrationPolicy policy,
      Consumer<MigrationEvent> events,
      CressMetrics metrics,
      ScriptCalls calls,
      Scripts scripts,
      int copies) {
    this.connections = connections;
    this.calls = calls;
    this.scripts = scripts;
    this.wait = new ServerWait(Connector.MOST_SILENCE);
    this.policy = policy;
    this.events = events;
    this.metrics = metrics;
    this.fences = new RedisFences(cluster, member, connections, calls, scripts, wait, copies);
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
    return new RedisKeyMover(new WindowContext(topology, window, this));
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
    afterPublication.run();
  }

  /**
   * Sets what is to be done each time that a topology has come into force.
   *
   * @param task must not block
   */
  public void afterPublication(Runnable task) {
    afterPublication = task;
  }

  /**
   * What commands about all keys of a node must know of this client's own.
   *
   * @return new; costs nothing
   */
  public NodeWork nodeWork() {
    return new NodeWork(calls, scripts);
  }

  private static DoubleSupplier available(NodeConnection connection) {
    return () -> connection.isAvailable() ? 1 : 0;
  }

  CressMetrics metrics() {
    return metrics;
  }

  ScriptCalls calls() {
    return calls;
  }

  Scripts scripts() {
    return scripts;
  }

  ServerWait serverWait() {
    return wait;
  }

  MigrationPolicy policy() {
    return policy;
  }

  Consumer<MigrationEvent> events() {
    return events;
  }
}
