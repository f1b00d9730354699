package dev.cress.redis.internal.connection;

import dev.cress.migration.Connections;
import dev.cress.node.Node;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * All connections of one client, one for each way to reach a node: two nodes with equal URIs share
 * one, so that commands on a key stay in line when its node is only renamed. Thread-safe.
 */
public final class NodeConnections implements Connections<NodeConnection> {

  /* A node that accepts a connection and then is silent must not keep the others from serving. */
  private static final Duration MOST_WAIT = Duration.ofSeconds(5);

  private final Function<Node, RedisURI> uris;
  private final Connector connector;
  private final String cluster;
  private final String member;
  private final Map<RedisURI, NodeConnection> connections = new HashMap<>();
  private long version;

  /**
   * Creates an empty set of connections.
   *
   * @param cluster names the cache in connection tags
   * @param member names the client in connection tags
   * @param uris how a node is reached
   * @param connector makes the sockets
   */
  public NodeConnections(
      String cluster, String member, Function<Node, RedisURI> uris, Connector connector) {
    this.cluster = cluster;
    this.member = member;
    this.uris = uris;
    this.connector = connector;
  }

  @Override
  public synchronized NodeConnection target(Node node) {
    return connections.computeIfAbsent(uris.apply(node), uri -> connect(node, uri));
  }

  private NodeConnection connect(Node node, RedisURI uri) {
    String userName = Objects.requireNonNullElse(uri.getClientName(), "");
    ConnectionTag tag = new ConnectionTag(cluster, version, member, userName);
    return new NodeConnection(node.name(), uri, tag, connector);
  }

  @Override
  public synchronized CompletionStage<Void> attempted() {
    return all(NodeConnection::firstAttempt)
        .completeOnTimeout(null, MOST_WAIT.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public synchronized CompletionStage<Void> tag(long newVersion) {
    version = Math.max(version, newVersion);
    return all(connection -> connection.tag(version));
  }

  private CompletableFuture<Void> all(Function<NodeConnection, CompletionStage<Void>> each) {
    return CompletableFuture.allOf(
        connections.values().stream()
            .map(connection -> each.apply(connection).toCompletableFuture())
            .toArray(CompletableFuture[]::new));
  }

  @Override
  public void retain(Collection<Node> nodes) {
    List<NodeConnection> dropped = new ArrayList<>();
    synchronized (this) {
      Set<RedisURI> kept = nodes.stream().map(uris).collect(Collectors.toSet());
      Iterator<Map.Entry<RedisURI, NodeConnection>> entries = connections.entrySet().iterator();
      while (entries.hasNext()) {
        Map.Entry<RedisURI, NodeConnection> entry = entries.next();
        if (!kept.contains(entry.getKey())) {
          dropped.add(entry.getValue());
          entries.remove();
        }
      }
    }
    dropped.forEach(NodeConnection::close);
  }

  /** Ends the use of all connections for good. Their sockets are closed with the connector. */
  public void stop() {
    all().forEach(NodeConnection::stop);
  }

  private synchronized List<NodeConnection> all() {
    return List.copyOf(connections.values());
  }
}
