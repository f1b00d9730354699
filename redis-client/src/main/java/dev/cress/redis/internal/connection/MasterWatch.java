package dev.cress.redis.internal.connection;

import io.lettuce.core.RedisURI;
import io.lettuce.core.sentinel.api.StatefulRedisSentinelConnection;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Asks a node's Sentinels every second which server is its master, and tells when it is another
 * one. A master that is replaced while it is up goes on serving whoever is connected to it, for
 * about ten seconds, and then forgets what they wrote; so a connection must not wait until it is
 * closed. Thread-safe.
 */
final class MasterWatch {

  private static final Duration PERIOD = Duration.ofSeconds(1);
  private static final Duration MOST_WAIT = Duration.ofSeconds(5);

  private final RedisURI uri;
  private final Connector connector;
  private final Runnable replaced;
  private @Nullable CompletableFuture<StatefulRedisSentinelConnection<String, String>> sentinel;
  private @Nullable SocketAddress master;
  private boolean stopped;

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

  /** Asks which server the next connection will be made to; fails if no Sentinel tells. */
  CompletionStage<Void> next() {
    return ask().thenAccept(this::keep);
  }

  private synchronized void keep(SocketAddress address) {
    master = address;
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
              if (address != null && isAnother(address)) {
                replaced.run();
              }
              schedule();
            });
  }

  private synchronized boolean isAnother(SocketAddress address) {
    return master != null && !master.equals(address);
  }

  private CompletableFuture<SocketAddress> ask() {
    return connection()
        .thenCompose(open -> open.async().getMasterAddrByName(uri.getSentinelMasterId()))
        .thenApply(MasterWatch::known)
        .orTimeout(MOST_WAIT.toMillis(), TimeUnit.MILLISECONDS);
  }

  private static SocketAddress known(@Nullable SocketAddress address) {
    if (address == null) {
      throw new IllegalStateException("no Sentinel knows this master");
    }
    return address;
  }

  /* Opened again when it is lost, with the first Sentinel that answers. */
  private synchronized CompletableFuture<StatefulRedisSentinelConnection<String, String>>
      connection() {
    CompletableFuture<StatefulRedisSentinelConnection<String, String>> current = sentinel;
    if (current == null || (current.isDone() && !isOpen(current))) {
      current = connector.connectSentinel(uri);
      sentinel = current;
    }
    return current;
  }

  private static boolean isOpen(
      CompletableFuture<StatefulRedisSentinelConnection<String, String>> connection) {
    return !connection.isCompletedExceptionally() && connection.join().isOpen();
  }

  synchronized void stop() {
    stopped = true;
    if (sentinel != null) {
      sentinel.thenAccept(StatefulRedisSentinelConnection::closeAsync);
    }
  }
}
