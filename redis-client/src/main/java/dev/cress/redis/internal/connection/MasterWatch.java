package dev.cress.redis.internal.connection;

import io.lettuce.core.RedisURI;
import io.lettuce.core.sentinel.api.StatefulRedisSentinelConnection;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Asks a node's Sentinels every second which server is its master, and tells when it is another
 * one. A master that is replaced while it is up goes on serving whoever is connected to it, for
 * about ten seconds, and then forgets what they wrote; so a connection must not wait until it is
 * closed. A Sentinel that does not tell is left for the next one. Thread-safe.
 */
final class MasterWatch {

  private static final Duration PERIOD = Duration.ofSeconds(1);

  private final RedisURI uri;
  private final Connector connector;
  private final Runnable replaced;
  private @Nullable Sentinel sentinel;
  private int first;
  private @Nullable InetSocketAddress master;
  private boolean stopped;

  /** A connection to a Sentinel, perhaps not open yet. Compared by identity. */
  private static final class Sentinel {
    final CompletableFuture<StatefulRedisSentinelConnection<String, String>> connection;

    Sentinel(CompletableFuture<StatefulRedisSentinelConnection<String, String>> connection) {
      this.connection = connection;
    }

    boolean isLost() {
      return connection.isDone()
          && (connection.isCompletedExceptionally() || !connection.join().isOpen());
    }

    void close() {
      connection.thenAccept(StatefulRedisSentinelConnection::closeAsync);
    }
  }

  /**
   * Starts to ask.
   *
   * @param uri has Sentinels
   * @param replaced run each time that another server than the {@link #next} is the master
   */
  MasterWatch(RedisURI uri, Connector connector, Runnable replaced) {
    this.uri = uri;
    this.connector = connector;
    this.replaced = replaced;
    schedule();
  }

  /** Asks which server is the master, for a connection that is watched; fails if none tells. */
  CompletionStage<RedisURI> next() {
    return ask().thenApply(this::keep);
  }

  /** Asks which server is the master, for a connection beside the one that is watched. */
  CompletionStage<RedisURI> present() {
    return ask().thenApply(this::uriOf);
  }

  private synchronized RedisURI keep(InetSocketAddress address) {
    master = address;
    return uriOf(address);
  }

  private RedisURI uriOf(InetSocketAddress address) {
    return RedisURI.builder(uri)
        .withHost(address.getHostString())
        .withPort(address.getPort())
        .build();
  }

  private void schedule() {
    connector.executor().schedule(this::check, PERIOD.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void check() {
    synchronized (this) {
      if (stopped) {
        return;
      }
    }
    ask()
        .whenComplete(
            (address, failure) -> {
              try {
                if (address != null && isAnother(address)) {
                  replaced.run();
                }
              } finally {
                schedule();
              }
            });
  }

  private synchronized boolean isAnother(InetSocketAddress address) {
    return master != null && !master.equals(address);
  }

  private CompletableFuture<InetSocketAddress> ask() {
    Sentinel asked = connected();
    return asked
        .connection
        .thenCompose(open -> open.async().getMasterAddrByName(uri.getSentinelMasterId()))
        .thenApply(MasterWatch::known)
        .orTimeout(Connector.MOST_SILENCE.toMillis(), TimeUnit.MILLISECONDS)
        .whenComplete(
            (address, failure) -> {
              if (failure != null) {
                leave(asked);
              }
            });
  }

  private static InetSocketAddress known(@Nullable SocketAddress address) {
    if (address instanceof InetSocketAddress known) {
      return known;
    }
    throw new IllegalStateException("the Sentinel does not know this master");
  }

  /* It may be silent, or not know what the others know. */
  private void leave(Sentinel asked) {
    synchronized (this) {
      if (sentinel == asked) {
        sentinel = null;
        first++;
      }
    }
    asked.close();
  }

  private RedisURI sentinels() {
    RedisURI.Builder ordered =
        RedisURI.builder(uri).withSentinelMasterId(uri.getSentinelMasterId());
    List<RedisURI> all = uri.getSentinels();
    for (int i = 0; i < all.size(); i++) {
      ordered.withSentinel(all.get(Math.floorMod(first + i, all.size())));
    }
    return ordered.build();
  }

  /* Opened again when it is lost, with the first Sentinel that answers. */
  private synchronized Sentinel connected() {
    Sentinel current = sentinel;
    if (stopped) {
      return new Sentinel(
          CompletableFuture.failedFuture(new IllegalStateException("the node is closed")));
    }
    if (current == null || current.isLost()) {
      current = new Sentinel(connector.connectSentinel(sentinels()));
      sentinel = current;
    }
    return current;
  }

  synchronized void stop() {
    stopped = true;
    if (sentinel != null) {
      sentinel.close();
    }
  }
}
