package dev.cress.memcached.internal.connection;

import dev.cress.memcached.internal.operation.CasToken;
import dev.cress.memcached.internal.operation.TextOperationFactory;
import dev.cress.node.Node;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import net.spy.memcached.ConnectionObserver;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What all connections of one client have in common. Thread-safe. */
public final class Connector {

  /** Finds the present address of a node. May block. */
  @FunctionalInterface
  public interface Resolver {
    /**
     * Finds the address.
     *
     * @param node the node
     * @return its address, resolved
     * @throws IOException if it has none now
     */
    InetSocketAddress resolve(Node node) throws IOException;
  }

  private static final Logger LOG = LoggerFactory.getLogger(Connector.class);
  private static final Duration MOST_INTRODUCTION = Duration.ofSeconds(3);
  private static final Duration GRACE = Duration.ofSeconds(1);
  private static final long FIRST_DELAY_MILLIS = 50;
  private static final long MOST_DELAY_MILLIS = 2_000;
  private static final int DOUBLINGS = 6;

  private final TextOperationFactory operations = new TextOperationFactory(false);
  private final Collection<ConnectionObserver> observers = new CopyOnWriteArrayList<>();
  private final Duration operationTimeout;
  private final int mostOperations;
  private final @Nullable Login login;
  private final Resolver resolver;
  private final ScheduledExecutorService timer;
  private final ExecutorService workers;
  private final Set<NodeSocket> sockets = ConcurrentHashMap.newKeySet();
  private final AtomicInteger lastTag =
      new AtomicInteger(ThreadLocalRandom.current().nextInt(CasToken.MOST_TAG));
  private volatile boolean closed;

  /**
   * Creates a connector; threads start on demand and are daemons.
   *
   * @param operationTimeout how long a caller waits for an operation
   * @param mostOperations how many operations may be under way on one connection
   * @param login for servers that want one, else null
   * @param resolver finds the address of a node, asked anew for each connection
   */
  public Connector(
      Duration operationTimeout, int mostOperations, @Nullable Login login, Resolver resolver) {
    this.operationTimeout = operationTimeout;
    this.mostOperations = mostOperations;
    this.login = login;
    this.resolver = resolver;
    ThreadFactory daemons = daemons();
    this.timer = Executors.newSingleThreadScheduledExecutor(daemons);
    this.workers = Executors.newCachedThreadPool(daemons);
  }

  private static ThreadFactory daemons() {
    return task -> {
      Thread thread = new Thread(task, "cress-memcached-connect");
      thread.setDaemon(true);
      return thread;
    };
  }

  TextOperationFactory operations() {
    return operations;
  }

  Duration operationTimeout() {
    return operationTimeout;
  }

  int mostOperations() {
    return mostOperations;
  }

  @Nullable Login login() {
    return login;
  }

  /**
   * A number for a new socket: 1 to 32,767, then from 1 again. The first one is random, so that a
   * token of another client fits by chance only.
   */
  int nextTag() {
    return lastTag.updateAndGet(last -> last == CasToken.MOST_TAG ? 1 : last + 1);
  }

  InetSocketAddress resolve(Node node) throws IOException {
    return resolver.resolve(node);
  }

  /** How long a server may leave its oldest request unanswered. */
  Duration silence() {
    return operationTimeout.plus(GRACE);
  }

  /** How long a server may take from the first packet to its introduction. */
  Duration mostIntroduction() {
    return MOST_INTRODUCTION;
  }

  /** Grows with each failed attempt up to 2 s; half of it is random, so that clients spread. */
  static Duration reconnectDelay(int attempt) {
    long most = Math.min(MOST_DELAY_MILLIS, FIRST_DELAY_MILLIS << Math.min(attempt - 1, DOUBLINGS));
    return Duration.ofMillis(most / 2 + ThreadLocalRandom.current().nextLong(most / 2 + 1));
  }

  /**
   * Runs a task that may block, after a while; not at all once the connector is closed.
   *
   * @param delay how long to wait
   * @param task the task
   */
  public void later(Duration delay, Runnable task) {
    try {
      timer.schedule(() -> execute(task), delay.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("the client is closed", e);
    }
  }

  private void execute(Runnable task) {
    try {
      workers.execute(task);
    } catch (RejectedExecutionException e) {
      LOG.debug("the client is closed", e);
    }
  }

  /**
   * Adds an observer of connections.
   *
   * @param observer told of each connection that is made or lost; must not block
   * @return true
   */
  public boolean addObserver(ConnectionObserver observer) {
    return observers.add(observer);
  }

  /**
   * Removes an observer of connections.
   *
   * @param observer the observer
   * @return whether it was known
   */
  public boolean removeObserver(ConnectionObserver observer) {
    return observers.remove(observer);
  }

  void tellObservers(Consumer<ConnectionObserver> event) {
    for (ConnectionObserver observer : observers) {
      try {
        event.accept(observer);
      } catch (RuntimeException e) {
        LOG.warn("an observer of connections failed", e);
      }
    }
  }

  /** Told each socket that there is, to end those that are left with the client. */
  void opened(NodeSocket socket) {
    sockets.add(socket);
    if (closed) {
      socket.end(new IOException("the client is shut down"));
    }
  }

  void ended(NodeSocket socket) {
    sockets.remove(socket);
  }

  /** Stops making connections and ends every socket, also those that are not in use. */
  public void close() {
    closed = true;
    timer.shutdownNow();
    workers.shutdown();
    sockets.forEach(socket -> socket.end(new IOException("the client is shut down")));
  }
}
