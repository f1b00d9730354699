package dev.cress.memcached;

import dev.cress.hash.HashTag;
import dev.cress.memcached.internal.connection.Connector;
import dev.cress.memcached.internal.connection.NodeConnection;
import dev.cress.memcached.internal.connection.NodeConnections;
import dev.cress.memcached.internal.migration.MemcachedAdapter;
import dev.cress.memcached.internal.migration.ServerCalls;
import dev.cress.memcached.internal.routing.ClientConnectionFactory;
import dev.cress.memcached.internal.routing.Dispatcher;
import dev.cress.memcached.internal.routing.ShardedConnection;
import dev.cress.metrics.CressMetrics;
import dev.cress.migration.Migration;
import dev.cress.migration.MigrationEvent;
import dev.cress.migration.MigrationPolicy;
import dev.cress.migration.TopologyChanges;
import dev.cress.node.CressException;
import dev.cress.node.NodeSet;
import dev.cress.routing.Router;
import dev.cress.selector.Selector;
import dev.cress.topology.TopologySource;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What lies below spymemcached's client. It exists before the client does, whose constructor asks
 * for its connection.
 */
final class ClientParts {

  private static final long FIRST_VERSION = 1;

  private final TopologySource source;
  private final Connector connector;
  private final CressMetrics metrics;
  private final MigrationPolicy policy;
  private final NodeConnections connections;
  private final MemcachedAdapter adapter;
  private final TopologyChanges<NodeConnection> changes;
  private @Nullable Router<NodeConnection> router;

  ClientParts(
      TopologySource source,
      String cluster,
      Connector connector,
      CressMetrics metrics,
      MigrationPolicy policy,
      Consumer<MigrationEvent> events,
      ServerCalls calls) {
    this.source = source;
    this.connector = connector;
    this.metrics = metrics;
    this.policy = policy;
    this.connections = new NodeConnections(connector);
    this.adapter = new MemcachedAdapter(connections, cluster, policy, events, metrics, calls);
    this.changes =
        new TopologyChanges<>(
            UUID.randomUUID().toString(), source, HashTag.NONE, adapter, policy, events, metrics);
  }

  /** spymemcached wants to see the addresses of its servers, and never uses them here. */
  List<InetSocketAddress> addresses() {
    return source.current().nodes().nodes().stream()
        .map(node -> InetSocketAddress.createUnresolved(node.host(), node.port()))
        .toList();
  }

  /** Starts on the topology; blocks until each node was tried. */
  ShardedConnection connect(ClientConnectionFactory factory) throws IOException {
    try {
      Router<NodeConnection> started = changes.start();
      router = started;
      if (started.peek().topology().version() > FIRST_VERSION) {
        adapter.beginWithCare();
      }
      return new ShardedConnection(
          factory,
          started,
          new Dispatcher(started, adapter.changedKeys(), policy.keysMove(), metrics),
          connector,
          this::close);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      close();
      throw new CressException("interrupted while the client started", e);
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  Router<NodeConnection> router() {
    return Objects.requireNonNull(router, "the client has started");
  }

  Migration changeTo(NodeSet nodes, @Nullable Selector selector) {
    return changes.changeTo(nodes, selector == null ? source.current().selector() : selector);
  }

  private void close() {
    changes.close();
    connections.close();
  }
}
