package dev.cress.redis.internal.connection;

import dev.cress.health.NodeBreakers;
import dev.cress.migration.Connections;
import dev.cress.node.Node;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.nio.ByteBuffer;
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
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * All connections of one client, one for each way to reach a node: two nodes with equal URIs share
 * one, so that commands on a key stay in line when its node is only renamed. Thread-safe.
 */
public final class NodeConnections implements Connections<NodeConnection> {

  private final Function<Node, RedisURI> uris;
  private final Connector connector;
  private final String cluster;
  private final String member;
  private final NodeBreakers breakers = new NodeBreakers(System::nanoTime);
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
    NodeHealth health = new NodeHealth(node.name(), breakers.add(node.name()));
    return new NodeConnection(health, uri, tagOf(uri, version), connector);
  }

  private ConnectionTag tagOf(RedisURI uri, long taggedVersion) {
    String userName = Objects.requireNonNullElse(uri.getClientName(), "");
    return new ConnectionTag(cluster, taggedVersion, member, userName);
  }

  /**
   * Connects to a node for subscriptions: a connection of its owner's own, who closes it. It never
   * carries a key, so it is tagged once, as drained to any version; a server that speaks RESP2
   * would not take another tag from a subscriber.
   *
   * @param node the node
   * @param inUse given each link when it has come into use, before anything is received on it
   * @return a new connection
   */
  public NodeConnection subscriber(
      Node node, Consumer<StatefulRedisPubSubConnection<byte[], byte[]>> inUse) {
    RedisURI uri = uris.apply(node);
    ConnectionTag tag = tagOf(uri, ConnectionTag.ANY_VERSION);
    return new NodeConnection(node.name(), uri, tag, connector, new Subscribing(connector, inUse));
  }

  private record Subscribing(
      Connector connector, Consumer<StatefulRedisPubSubConnection<byte[], byte[]>> told)
      implements NodeConnection.Links {
    @Override
    public CompletionStage<StatefulRedisPubSubConnection<byte[], byte[]>> connect(RedisURI uri) {
      return connector.connectPubSub(uri);
    }

    @Override
    public void inUse(StatefulRedisConnection<byte[], byte[]> link) {
      told.accept((StatefulRedisPubSubConnection<byte[], byte[]>) link);
    }
  }

  /**
   * Opens a feed of a node's keys over a connection of its own, which never carries a key either.
   *
   * @param node the node
   * @param prefixes what the keys begin with, none for all keys; no prefix begins with another
   * @param staleness how old the confirmation of what was read may be
   * @param changed told each key that changed or ended, on the socket's own thread
   * @return a new feed, to be closed by its owner
   */
  public InvalidationFeed feed(
      Node node, List<String> prefixes, Duration staleness, Consumer<ByteBuffer> changed) {
    RedisURI uri = uris.apply(node);
    return new InvalidationFeed(
        node.name(),
        uri,
        tagOf(uri, ConnectionTag.ANY_VERSION),
        connector,
        prefixes,
        staleness,
        changed,
        System::nanoTime);
  }

  /**
   * How a node is reached. Nodes with equal URIs are one server.
   *
   * @param node the node
   * @return its URI
   */
  public RedisURI uri(Node node) {
    return uris.apply(node);
  }

  /** A silent node keeps the others from serving for some seconds only. */
  @Override
  public synchronized CompletionStage<Void> attempted() {
    return all(NodeConnection::firstAttempt)
        .completeOnTimeout(null, Connector.MOST_SILENCE.toMillis(), TimeUnit.MILLISECONDS);
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
