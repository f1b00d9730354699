package dev.cress.memcached.internal.connection;

import dev.cress.migration.Connections;
import dev.cress.node.Node;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * All connections of one client, one for each address: a node that is only renamed keeps its
 * connection, so that the operations on a key stay in line. Thread-safe.
 */
public final class NodeConnections implements Connections<NodeConnection> {

  /* A node that accepts a connection and then is silent must not keep the others from serving. */
  private static final Duration MOST_WAIT = Duration.ofSeconds(5);

  private final Connector connector;
  private final Map<String, NodeConnection> connections = new HashMap<>();
  private boolean closed;

  /**
   * Creates an empty set of connections.
   *
   * @param connector makes the sockets
   */
  public NodeConnections(Connector connector) {
    this.connector = connector;
  }

  private static String address(Node node) {
    return node.address().toLowerCase(Locale.ROOT);
  }

  @Override
  public synchronized NodeConnection target(Node node) {
    return connections.computeIfAbsent(address(node), of -> connect(node));
  }

  private NodeConnection connect(Node node) {
    NodeConnection connection = new NodeConnection(node, connector);
    if (closed) {
      connection.closeNow();
    }
    return connection;
  }

  /**
   * Makes a connection to a node beside the one that operations go by.
   *
   * @param node the node
   * @return a connection that the caller closes
   */
  public NodeConnection extra(Node node) {
    return new NodeConnection(node, connector);
  }

  @Override
  public CompletionStage<Void> attempted() {
    return all(NodeConnection::firstAttempt)
        .completeOnTimeout(null, MOST_WAIT.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** memcached's connections have no name to carry a version: only waits for all replies. */
  @Override
  public CompletionStage<Void> tag(long version) {
    return all(NodeConnection::barrier);
  }

  private CompletableFuture<Void> all(Function<NodeConnection, CompletionStage<Void>> each) {
    return CompletableFuture.allOf(
        list().stream()
            .map(connection -> each.apply(connection).toCompletableFuture())
            .toArray(CompletableFuture[]::new));
  }

  private synchronized List<NodeConnection> list() {
    return List.copyOf(connections.values());
  }

  @Override
  public void retain(Collection<Node> nodes) {
    List<NodeConnection> dropped = new ArrayList<>();
    synchronized (this) {
      Set<String> kept = nodes.stream().map(NodeConnections::address).collect(Collectors.toSet());
      Iterator<Map.Entry<String, NodeConnection>> entries = connections.entrySet().iterator();
      while (entries.hasNext()) {
        Map.Entry<String, NodeConnection> entry = entries.next();
        if (!kept.contains(entry.getKey())) {
          dropped.add(entry.getValue());
          entries.remove();
        }
      }
    }
    dropped.forEach(NodeConnection::close);
  }

  /** Closes all connections for good and fails what was under way on them. */
  public void close() {
    synchronized (this) {
      closed = true;
    }
    list().forEach(NodeConnection::closeNow);
    connector.close();
  }
}
