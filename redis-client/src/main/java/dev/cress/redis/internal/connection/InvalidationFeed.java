package dev.cress.redis.internal.connection;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.push.PushMessage;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.output.VoidOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandKeyword;
import io.lettuce.core.protocol.CommandType;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hears from one node, over a connection of its own, which keys have changed there: RESP3 client
 * tracking in broadcasting mode. The connection follows the node's server as all others do.
 * Thread-safe.
 */
public final class InvalidationFeed implements AutoCloseable {

  /*
   * A session stands for a time in which no change was missed. It ends with its connection, and when
   * the server drops all keys. What was read while a session was there and is in use only as long as
   * it still is, is not older than the session's last confirmation.
   *
   * A PONG alone confirms nothing: a server writes the broadcasts of one turn of its event loop at
   * the end of that turn, so those of writes before the PING may come after the PONG. A PING that is
   * sent after a PONG came is read in a later turn. Its own PONG therefore comes behind all changes
   * from before the PING that came first, and confirms the time when that one was sent.
   */

  private static final Logger LOG = LoggerFactory.getLogger(InvalidationFeed.class);
  private static final int BEATS = 4;

  /** A time in which no change was missed. Compared by identity. */
  static final class Session {
    private volatile long confirmed;

    Session(long confirmed) {
      this.confirmed = confirmed;
    }
  }

  private final String name;
  private final Connector connector;
  private final List<String> prefixes;
  private final Duration staleness;
  private final Consumer<ByteBuffer> changed;
  private final LongSupplier nanoTime;
  private final NodeConnection node;

  private volatile @Nullable Session session;
  private @Nullable StatefulRedisConnection<byte[], byte[]> link;
  private long setUpBegan;
  private boolean closed;
  private boolean warned;

  /**
   * Creates a feed and starts to connect it.
   *
   * @param name the node's name
   * @param uri how the node is reached
   * @param tag names the connection at the server
   * @param connector makes the sockets
   * @param prefixes what the keys begin with, none for all keys; no prefix begins with another
   * @param staleness how old a session's confirmation may be
   * @param changed told each key that changed or ended, on the socket's own thread
   * @param nanoTime the time in ns
   */
  InvalidationFeed(
      String name,
      RedisURI uri,
      ConnectionTag tag,
      Connector connector,
      List<String> prefixes,
      Duration staleness,
      Consumer<ByteBuffer> changed,
      LongSupplier nanoTime) {
    this.name = name;
    this.connector = connector;
    this.prefixes = prefixes;
    this.staleness = staleness;
    this.changed = changed;
    this.nanoTime = nanoTime;
    this.node = new NodeConnection(name, uri, tag, connector, new Tracking());
  }

  /**
   * What a value is bound to that is read over a connection: the session at hand, and the link that
   * the value comes over. Each of the two follows the node's server by itself; what one server
   * tells says nothing of a value that was read at another.
   *
   * @param reads the connection to the node over which values are read
   * @return equal as long as the bond holds; null while there is no session, its confirmation is
   *     too old, or the two connections lead to different servers
   */
  public @Nullable Object bond(NodeConnection reads) {
    Session current = session();
    Link hears = node.link();
    Link answers = reads.link();
    if (current == null || hears == null || answers == null) {
      return null;
    }
    return hears.server().equals(answers.server()) ? new Bond(current, answers) : null;
  }

  private record Bond(Session session, Link link) {}

  /** The session at hand, or null while there is none or its confirmation is too old. */
  @Nullable Session session() {
    Session current = session;
    boolean fresh =
        current != null && nanoTime.getAsLong() - current.confirmed <= staleness.toNanos();
    return fresh ? current : null;
  }

  /** Has each link track keys before it is used: a server that refuses is asked ever less often. */
  private final class Tracking implements NodeConnection.Links {
    @Override
    public CompletionStage<StatefulRedisConnection<byte[], byte[]>> connect(RedisURI uri) {
      return connector
          .connect(uri)
          .thenCompose(InvalidationFeed.this::track)
          .whenComplete(
              (tracks, failure) -> {
                if (failure != null) {
                  LOG.debug("node {} tracks no keys", name, failure);
                }
              });
    }

    @Override
    public void inUse(StatefulRedisConnection<byte[], byte[]> tracks) {
      begin(tracks);
    }
  }

  private CompletionStage<StatefulRedisConnection<byte[], byte[]>> track(
      StatefulRedisConnection<byte[], byte[]> next) {
    next.addListener(new Watch(next));
    next.addListener(message -> pushed(next, message));
    synchronized (this) {
      setUpBegan = nanoTime.getAsLong();
    }
    return ask(next, CommandType.HELLO, new CommandArgs<>(ByteArrayCodec.INSTANCE).add(3))
        .thenCompose(hello -> ask(next, CommandType.CLIENT, tracking()))
        .thenCompose(tracks -> ping(next))
        .thenApply(pong -> next)
        .toCompletableFuture()
        .orTimeout(Connector.MOST_SILENCE.toMillis(), TimeUnit.MILLISECONDS)
        .whenComplete(
            (done, failure) -> {
              if (failure != null) {
                warn(Failures.cause(failure));
                next.closeAsync();
              }
            });
  }

  private CommandArgs<byte[], byte[]> tracking() {
    CommandArgs<byte[], byte[]> args =
        new CommandArgs<>(ByteArrayCodec.INSTANCE).add("TRACKING").add(CommandKeyword.ON);
    args.add("BCAST");
    prefixes.forEach(prefix -> args.add("PREFIX").add(prefix));
    return args;
  }

  private static CompletionStage<Void> ask(
      StatefulRedisConnection<byte[], byte[]> connection,
      CommandType type,
      CommandArgs<byte[], byte[]> args) {
    return connection.async().dispatch(type, new VoidOutput<>(ByteArrayCodec.INSTANCE), args);
  }

  private static CompletionStage<String> ping(StatefulRedisConnection<byte[], byte[]> connection) {
    return connection
        .async()
        .dispatch(CommandType.PING, new StatusOutput<>(ByteArrayCodec.INSTANCE));
  }

  private synchronized void warn(Throwable failure) {
    if (!warned && !closed) {
      warned = true;
      LOG.warn(
          "node {} does not track keys for a near cache, which reads them there each time: {}",
          name,
          failure.getMessage());
    }
  }

  private void begin(StatefulRedisConnection<byte[], byte[]> next) {
    long sent;
    synchronized (this) {
      if (closed) {
        return;
      }
      sent = setUpBegan;
      link = next;
      session = new Session(sent);
    }
    if (next.isOpen()) {
      beat(next, sent);
    } else {
      end(next);
    }
  }

  private void beat(StatefulRedisConnection<byte[], byte[]> connection, long sentBefore) {
    long sent = nanoTime.getAsLong();
    ping(connection)
        .toCompletableFuture()
        .orTimeout(patience().toMillis(), TimeUnit.MILLISECONDS)
        .whenComplete(
            (answer, failure) -> {
              if (failure == null) {
                confirm(connection, sentBefore);
                connector
                    .executor()
                    .schedule(
                        () -> beat(connection, sent),
                        staleness.toNanos() / BEATS,
                        TimeUnit.NANOSECONDS);
              } else {
                end(connection);
                connection.closeAsync();
              }
            });
  }

  private Duration patience() {
    return staleness.compareTo(Connector.MOST_SILENCE) > 0 ? staleness : Connector.MOST_SILENCE;
  }

  private synchronized void confirm(
      StatefulRedisConnection<byte[], byte[]> connection, long sentBefore) {
    Session current = session;
    if (connection.equals(link) && current != null) {
      current.confirmed = sentBefore;
    }
  }

  /* Its content is the word, and a list of keys or, when the server has dropped all keys, null. */
  private void pushed(StatefulRedisConnection<byte[], byte[]> connection, PushMessage message) {
    if (message.getType().equals("invalidate")) {
      if (message.getContent().get(1) instanceof List<?> keys) {
        keys.forEach(key -> changed.accept((ByteBuffer) key));
      } else {
        renew(connection);
      }
    }
  }

  private synchronized void renew(StatefulRedisConnection<byte[], byte[]> connection) {
    Session current = session;
    if (connection.equals(link) && current != null) {
      session = new Session(current.confirmed);
    }
  }

  private synchronized void end(StatefulRedisConnection<byte[], byte[]> lost) {
    if (lost.equals(link)) {
      link = null;
      session = null;
    }
  }

  /** Ends the session and the connection for good. */
  @Override
  public void close() {
    endForGood();
    node.close();
  }

  /** Ends the session for good, as {@link #close} does, and leaves the socket to the connector. */
  public void stop() {
    endForGood();
    node.stop();
  }

  private synchronized void endForGood() {
    closed = true;
    link = null;
    session = null;
  }

  /** Notices the end of a connection. */
  private final class Watch implements RedisConnectionStateListener {
    private final StatefulRedisConnection<byte[], byte[]> watched;

    Watch(StatefulRedisConnection<byte[], byte[]> watched) {
      this.watched = watched;
    }

    @Override
    public void onRedisDisconnected(RedisChannelHandler<?, ?> connection) {
      end(watched);
    }
  }
}
