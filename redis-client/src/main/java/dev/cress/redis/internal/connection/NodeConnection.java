package dev.cress.redis.internal.connection;

import dev.cress.redis.error.NodeUnavailableException;
import dev.cress.redis.error.OutcomeUnknownException;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.ProtocolKeyword;
import io.lettuce.core.protocol.RedisCommand;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one connection to a node that all facades share. Thread-safe.
 *
 * <p>Lettuce's own reconnect is off, because it sends commands again that were under way; here a
 * command is given to one socket at most. After a loss a new link is made, introduced to the server
 * by its tag, and only then used. While there is no link, commands fail at once.
 */
public final class NodeConnection {

  private static final Logger LOG = LoggerFactory.getLogger(NodeConnection.class);

  private final String name;
  private final @Nullable NodeHealth health;
  private final RedisURI uri;
  private final Connector connector;
  private final DedicatedLinks dedicated;
  private final Links links;
  private final @Nullable MasterWatch masters;
  private final CompletableFuture<Void> firstAttempt = new CompletableFuture<>();

  private volatile @Nullable Link link;
  private volatile @Nullable Throwable lastFailure;
  private @Nullable String lastServer;
  private ConnectionTag tag;
  private boolean closed;
  private int failedAttempts;

  /** How the links of a connection are made. */
  @FunctionalInterface
  interface Links {
    CompletionStage<? extends StatefulRedisConnection<byte[], byte[]>> connect(RedisURI uri);

    /** Called on each link when it has come into use, on its channel's event loop. */
    default void inUse(StatefulRedisConnection<byte[], byte[]> link) {}
  }

  NodeConnection(NodeHealth health, RedisURI uri, ConnectionTag tag, Connector connector) {
    this(health.node(), health, uri, tag, connector, connector::connect);
  }

  /** A connection from which nobody is kept away, and whose commands may wait. */
  NodeConnection(String name, RedisURI uri, ConnectionTag tag, Connector connector, Links links) {
    this(name, null, uri, tag, connector, links);
  }

  private NodeConnection(
      String name,
      @Nullable NodeHealth health,
      RedisURI uri,
      ConnectionTag tag,
      Connector connector,
      Links links) {
    this.links = links;
    this.name = name;
    this.health = health;
    this.uri = uri;
    this.tag = tag;
    this.connector = connector;
    this.dedicated = new DedicatedLinks(this, tag, connector);
    this.masters =
        uri.getSentinels().isEmpty()
            ? null
            : new MasterWatch(uri, connector, this::masterWasReplaced);
    connect();
  }

  /**
   * The name of the node that this connection was made for.
   *
   * @return the name
   */
  public String name() {
    return name;
  }

  /**
   * The server and database behind the present link, whatever address they are reached by.
   *
   * @return the server's run id and the database's number; empty while there is no link or when the
   *     server does not tell
   */
  public Optional<String> identity() {
    Link current = link;
    return current == null || current.runId.isEmpty()
        ? Optional.empty()
        : Optional.of(current.runId + "/" + uri.getDatabase());
  }

  /** The present link, or null while there is none. */
  @Nullable Link link() {
    return link;
  }

  /**
   * Tells whether there is a link.
   *
   * @return whether commands are sent
   */
  public boolean isConnected() {
    return link != null;
  }

  /**
   * Tells whether the node can be expected to answer.
   *
   * @return whether it is connected and has answered most of its commands lately
   */
  public boolean isAvailable() {
    return isConnected() && (health == null || !health.breaker().isOpen());
  }

  /**
   * The end of the first attempt to connect, whatever came of it: a link that is in use, or none.
   *
   * @return completes without a value, never fails
   */
  public CompletionStage<Void> firstAttempt() {
    return firstAttempt;
  }

  /**
   * Hands a caller's command to the link, or fails it if there is none or the node's breaker keeps
   * callers away.
   *
   * @param command the command
   */
  public void write(RedisCommand<?, ?, ?> command) {
    NodeHealth known = health;
    if (known == null || !known.breaker().isOpen()) {
      send(command);
      return;
    }
    RedisCommand<?, ?, ?> trial = known.trial(command);
    if (trial != null) {
      send(trial);
    } else {
      command.completeExceptionally(NodeUnavailableException.silent(name));
    }
  }

  private void send(RedisCommand<?, ?, ?> command) {
    Link current = link;
    if (current == null || current.inFlight.isLost()) {
      command.completeExceptionally(new NodeUnavailableException(name, lastFailure));
    } else {
      current.writer.write(command);
    }
  }

  /**
   * Sends a command of our own, whatever the breaker says: its sender has its own patience.
   *
   * @param type the command
   * @param output takes its reply
   * @param args its arguments
   * @param <T> the reply's type
   * @return the reply
   */
  public <T> CompletionStage<T> call(
      ProtocolKeyword type,
      CommandOutput<byte[], byte[], T> output,
      CommandArgs<byte[], byte[]> args) {
    AsyncCommand<byte[], byte[], T> command = new AsyncCommand<>(new Command<>(type, output, args));
    send(command);
    return command;
  }

  /** Where the node's server is now: the URI that it was made for, or its master's. */
  CompletionStage<RedisURI> server() {
    return masters == null ? CompletableFuture.completedFuture(uri) : masters.present();
  }

  /**
   * Connects a link for one user, beside the shared one.
   *
   * @return a new link; fails with {@link NodeUnavailableException}
   */
  public CompletionStage<DedicatedLink> dedicated() {
    return dedicated.open();
  }

  /**
   * Tags the link and the dedicated ones, in line behind the commands that were sent, and every
   * later link before it is used.
   *
   * @param version the topology version that this client has drained to
   * @return completes when the server has confirmed, or when there is no link any more that could
   *     carry an older tag
   */
  CompletionStage<Void> tag(long version) {
    Link current;
    ConnectionTag next;
    synchronized (this) {
      next = tag.withVersion(version);
      tag = next;
      current = link;
    }
    return CompletableFuture.allOf(
        tag(current, next).toCompletableFuture(), dedicated.tag(next).toCompletableFuture());
  }

  private CompletionStage<Void> tag(@Nullable Link current, ConnectionTag as) {
    if (current == null) {
      return CompletableFuture.completedFuture(null);
    }
    return introduction(current.connection, as)
        .handle(
            (done, failure) -> {
              boolean gone = link != current;
              return failure == null || gone
                  ? CompletableFuture.<Void>completedFuture(null)
                  : CompletableFuture.<Void>failedFuture(failure);
            })
        .thenCompose(result -> result);
  }

  /** Closes the link, if there is one, and makes no other. */
  public void close() {
    Link last = stop();
    dedicated.stop().forEach(DedicatedLink::close);
    firstAttempt.complete(null);
    if (last != null) {
      last.connection.closeAsync();
    }
  }

  /** Ends the use of this connection and gives the link, if there is one, whose socket is open. */
  synchronized @Nullable Link stop() {
    Link last = link;
    closed = true;
    link = null;
    dedicated.stop();
    if (health != null) {
      health.breaker().remove();
    }
    if (masters != null) {
      masters.stop();
    }
    return last;
  }

  private void connect() {
    ConnectionTag current;
    synchronized (this) {
      if (closed) {
        return;
      }
      current = tag;
    }
    CompletionStage<RedisURI> server =
        masters == null ? CompletableFuture.completedFuture(uri) : masters.next();
    server
        .thenCompose(links::connect)
        .thenCompose(connection -> introduce(connection, current))
        .whenComplete(this::introduced);
  }

  private void introduced(@Nullable Link next, @Nullable Throwable failure) {
    if (next != null) {
      use(next);
    } else {
      lost(failure == null ? new NodeUnavailableException(name, null) : failure);
      firstAttempt.complete(null);
    }
  }

  private CompletionStage<Link> introduce(
      StatefulRedisConnection<byte[], byte[]> connection, ConnectionTag as) {
    Introduction introduction = introduction(connection, as);
    CompletionStage<String> named = introduction.exceptionally(this::untagged);
    CompletionStage<String> runId = ServerInfo.runId(connection).exceptionally(failure -> "");
    CompletionStage<Void> master =
        masters == null
            ? CompletableFuture.completedFuture(null)
            : ServerInfo.refuseReplica(connection);
    return named
        .thenCombine(
            runId, (done, id) -> new Link(connection, introduction.channel(), as.version(), id))
        .thenCombine(master, (introduced, done) -> introduced)
        .toCompletableFuture()
        .orTimeout(Connector.MOST_SILENCE.toMillis(), TimeUnit.MILLISECONDS)
        .whenComplete(
            (introduced, failure) -> {
              if (failure != null) {
                connection.closeAsync();
              }
            });
  }

  /* Who may not tag connections can use them, and may not change the topology. */
  private String untagged(Throwable failure) {
    if (String.valueOf(Failures.cause(failure).getMessage()).startsWith("NOPERM")) {
      LOG.warn("node {}: this user may not tag its connections", name);
      return "";
    }
    throw new CompletionException(failure);
  }

  private Introduction introduction(
      StatefulRedisConnection<byte[], byte[]> connection, ConnectionTag as) {
    Introduction introduction = new Introduction(name, health, as);
    connection.dispatch(introduction);
    return introduction;
  }

  /* The tag may have moved on while the link was made: then it is set again before the link is used. */
  private void use(Link introduced) {
    ConnectionTag current;
    List<DedicatedLink> elsewhere = List.of();
    synchronized (this) {
      current = tag;
      if (closed) {
        introduced.connection.closeAsync();
        firstAttempt.complete(null);
        return;
      }
      if (current.version() == introduced.taggedVersion) {
        failedAttempts = 0;
        lastFailure = null;
        if (lastServer != null && !lastServer.equals(introduced.server())) {
          elsewhere = dedicated.leaveServer();
        }
        lastServer = introduced.server();
        link = introduced;
      }
    }
    elsewhere.forEach(DedicatedLink::close);
    if (current.version() != introduced.taggedVersion) {
      introduce(introduced.connection, current).whenComplete(this::introduced);
      return;
    }
    links.inUse(introduced.connection);
    firstAttempt.complete(null);
    introduced.connection.addListener(new Watch(introduced));
    connector.followName(
        name, uri, introduced.inFlight.channel(), () -> serverWasReplaced(introduced));
    if (!introduced.connection.isOpen()) {
      dropped(introduced);
    }
  }

  private void dropped(Link old) {
    synchronized (this) {
      if (link != old) {
        return;
      }
      link = null;
    }
    old.connection.closeAsync();
    lost(new RedisConnectionException("the connection was lost"));
  }

  private void masterWasReplaced() {
    Link current = link;
    if (current != null) {
      LOG.info("node {} has another master", name);
      serverWasReplaced(current);
    }
  }

  /* The old server may be up: who stays there writes what is forgotten, or waits for nothing. */
  private void serverWasReplaced(Link old) {
    synchronized (this) {
      if (link != old) {
        return;
      }
      lastServer = null;
    }
    dropped(old);
    dedicated.leaveServer().forEach(DedicatedLink::close);
  }

  private void lost(Throwable failure) {
    long delay;
    @Nullable Throwable reason = reason(failure);
    synchronized (this) {
      if (closed) {
        return;
      }
      lastFailure = reason;
      failedAttempts++;
      delay = connector.reconnectDelay(failedAttempts).toMillis();
    }
    LOG.debug("node {} is not connected, next attempt in {} ms", name, delay, reason);
    connector.executor().schedule(this::connect, delay, TimeUnit.MILLISECONDS);
  }

  /* Who could not introduce itself does not wonder about the outcome: it only could not connect. */
  private static @Nullable Throwable reason(Throwable failure) {
    return failure instanceof OutcomeUnknownException
        ? failure.getCause()
        : Failures.cause(failure);
  }

  /** Notices the end of a link. */
  private final class Watch implements RedisConnectionStateListener {
    private final Link watched;

    Watch(Link watched) {
      this.watched = watched;
    }

    @Override
    public void onRedisDisconnected(RedisChannelHandler<?, ?> connection) {
      dropped(watched);
    }
  }

  @Override
  public String toString() {
    return "connection to node " + name;
  }
}
