package dev.cress.redis.internal.connection;

import dev.cress.redis.error.NodeUnavailableException;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.api.StatefulRedisConnection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/**
 * Makes the dedicated links to one node and keeps their tags at the version that the client has
 * drained to. Thread-safe.
 */
final class DedicatedLinks {

  private final NodeConnection node;
  private final Connector connector;
  private final Set<DedicatedLink> links = new HashSet<>();
  private ConnectionTag tag;
  private int serversLeft;
  private boolean closed;

  DedicatedLinks(NodeConnection node, ConnectionTag tag, Connector connector) {
    this.node = node;
    this.tag = tag;
    this.connector = connector;
  }

  /** Connects one more link; fails as of a node that is not connected if that cannot be done. */
  CompletionStage<DedicatedLink> open() {
    int left = serversLeft();
    return node.server()
        .thenCompose(connector::connect)
        .thenCompose(connection -> introduce(connection, left))
        .handle(
            (link, failure) -> {
              if (failure == null) {
                return link;
              }
              throw new NodeUnavailableException(node.name(), Failures.cause(failure));
            });
  }

  /* The tag may move on meanwhile: a link is used, and counted, only with the present one. */
  private CompletionStage<DedicatedLink> introduce(
      StatefulRedisConnection<byte[], byte[]> connection, int left) {
    ConnectionTag as = currentTag();
    Introduction introduction = new Introduction(node.name(), null, as);
    connection.dispatch(introduction);
    return introduction
        .thenCombine(
            connection.async().clientId(),
            (named, id) ->
                new DedicatedLink(node, connection, introduction.channel(), connector, id))
        .toCompletableFuture()
        .orTimeout(Connector.MOST_SILENCE.toMillis(), TimeUnit.MILLISECONDS)
        .whenComplete(
            (link, failure) -> {
              if (failure != null) {
                connection.closeAsync();
              }
            })
        .thenCompose(
            link ->
                add(link, connection, as, left)
                    ? CompletableFuture.completedFuture(link)
                    : introduce(connection, left));
  }

  private synchronized int serversLeft() {
    return serversLeft;
  }

  /**
   * Gives up the server that the links are connected to or are being connected to, as another one
   * has taken its place.
   *
   * @return the links that are open, to be closed
   */
  synchronized List<DedicatedLink> leaveServer() {
    serversLeft++;
    return List.copyOf(links);
  }

  private synchronized ConnectionTag currentTag() {
    return tag;
  }

  private boolean add(
      DedicatedLink link,
      StatefulRedisConnection<byte[], byte[]> connection,
      ConnectionTag as,
      int left) {
    synchronized (this) {
      if (closed || left != serversLeft) {
        link.close();
        throw new NodeUnavailableException(node.name(), null);
      }
      if (tag.version() != as.version()) {
        return false;
      }
      links.add(link);
    }
    connection.addListener(
        new RedisConnectionStateListener() {
          @Override
          public void onRedisDisconnected(RedisChannelHandler<?, ?> lost) {
            remove(link);
          }
        });
    if (!link.isOpen()) {
      remove(link);
    }
    return true;
  }

  /* When this client is closed, its sockets are closed with the connector. */
  private void remove(DedicatedLink link) {
    synchronized (this) {
      links.remove(link);
      if (closed) {
        return;
      }
    }
    link.close();
  }

  CompletionStage<Void> tag(ConnectionTag newTag) {
    List<DedicatedLink> present;
    synchronized (this) {
      tag = newTag;
      present = List.copyOf(links);
    }
    return CompletableFuture.allOf(
        present.stream()
            .map(link -> link.tag(newTag).toCompletableFuture())
            .toArray(CompletableFuture[]::new));
  }

  /** Makes no more links; returns those that are open. */
  synchronized List<DedicatedLink> stop() {
    closed = true;
    return List.copyOf(links);
  }
}
