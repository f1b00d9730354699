package dev.cress.memcached.internal.connection;

import dev.cress.memcached.error.NodeOverloadedException;
import dev.cress.memcached.error.NodeUnavailableException;
import dev.cress.memcached.internal.operation.CarriesToken;
import dev.cress.memcached.internal.operation.KeyedTextOperation;
import dev.cress.memcached.internal.operation.MetadumpText;
import dev.cress.memcached.internal.operation.NeedsMetaCommands;
import dev.cress.memcached.internal.operation.Signal;
import dev.cress.memcached.internal.operation.TextOperation;
import dev.cress.node.CressException;
import dev.cress.node.Node;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import net.spy.memcached.ops.Operation;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection to a node: one socket after the other. After a loss the node's address is resolved
 * again, a new socket is made, introduced, and only then used; an operation is given to one socket
 * at most. While there is none, operations fail at once, except before the end of the very first
 * attempt, for which they wait. Thread-safe.
 */
public final class NodeConnection {

  private static final Logger LOG = LoggerFactory.getLogger(NodeConnection.class);

  private final Node node;
  private final Connector connector;
  private final NodeHandle handle = new NodeHandle(this);
  private final CompletableFuture<Void> firstAttempt = new CompletableFuture<>();
  private final Queue<Operation> early = new ArrayDeque<>();
  private final NodeSocket.Listener listener = new SocketEvents();

  private volatile @Nullable NodeSocket socket;
  private volatile @Nullable ServerSettings settings;
  private volatile @Nullable Throwable lastFailure;
  private volatile InetSocketAddress address;
  private volatile int failedAttempts;
  private boolean closed;

  NodeConnection(Node node, Connector connector) {
    this.node = node;
    this.connector = connector;
    this.address = InetSocketAddress.createUnresolved(node.host(), node.port());
    connector.later(Duration.ZERO, this::connect);
  }

  /**
   * The name of the node that this connection was made for.
   *
   * @return the name
   */
  public String name() {
    return node.name();
  }

  /**
   * What spymemcached's users see of this connection.
   *
   * @return the same at each call
   */
  public NodeHandle handle() {
    return handle;
  }

  /**
   * Tells whether there is a socket.
   *
   * @return whether operations are sent
   */
  public boolean isConnected() {
    return socket != null;
  }

  /**
   * The address of the last attempt to connect.
   *
   * @return unresolved until the node was found
   */
  InetSocketAddress address() {
    return address;
  }

  int failedAttempts() {
    return failedAttempts;
  }

  int depth() {
    NodeSocket current = socket;
    return current == null ? 0 : current.depth();
  }

  /**
   * The end of the first attempt to connect, whatever came of it.
   *
   * @return completes without a value, never fails
   */
  CompletionStage<Void> firstAttempt() {
    return firstAttempt;
  }

  /**
   * Tells whether the server knows the meta commands.
   *
   * @return true as long as the server was not asked
   */
  public boolean hasMetaCommands() {
    ServerSettings known = settings;
    return known == null || known.hasMetaCommands();
  }

  /**
   * Tells whether the socket may send an operation with a token.
   *
   * @param operation the operation
   * @return false if its token was not read on this socket, or if there is none
   */
  public boolean fits(CarriesToken operation) {
    NodeSocket current = socket;
    return current != null && operation.fits(current.tag());
  }

  /**
   * Refuses a value that the server would refuse. Nothing is checked before the server has told its
   * limit.
   *
   * @param operation the operation
   * @throws IllegalArgumentException if the value is too large
   */
  public void check(KeyedTextOperation operation) {
    ServerSettings known = settings;
    if (known != null && operation.dataLength() > known.itemSizeMax()) {
      throw new IllegalArgumentException(
          "a value must have at most %d bytes, the largest item of node %s, but had %d"
              .formatted(known.itemSizeMax(), node.name(), operation.dataLength()));
    }
  }

  /**
   * Hands an operation to the socket, or fails it. One that carries a CAS token of another socket
   * ends as if the item had been changed. Never blocks.
   *
   * @param operation the operation
   */
  public void write(Operation operation) {
    NodeSocket current = socket;
    if (current != null) {
      hand(current, operation);
    } else {
      writeWithoutSocket(operation);
    }
  }

  private void hand(NodeSocket current, Operation operation) {
    ServerSettings known = settings;
    if (current.depth() >= connector.mostOperations()) {
      refuse(operation, new NodeOverloadedException(name(), connector.mostOperations()));
    } else if (operation instanceof NeedsMetaCommands
        && known != null
        && !known.hasMetaCommands()) {
      refuse(
          operation,
          new CressException(
              "node %s runs memcached %s; %s needs 1.6.10 or newer"
                  .formatted(name(), known.version(), operation)));
    } else if (operation instanceof CarriesToken carrier && !carrier.fits(current.tag())) {
      carrier.endAsChanged();
    } else {
      if (operation instanceof MetadumpText list) {
        list.reply().thenRun(() -> wake(current));
      }
      add(current, operation);
    }
  }

  /* A server that has listed its keys does not look at the commands which it read together with
   * that one until it reads another. */
  private void wake(NodeSocket current) {
    add(current, connector.operations().noop(new Signal(new CompletableFuture<>())));
  }

  /* spymemcached does not take an operation from a thread that is interrupted. */
  private static void add(NodeSocket current, Operation operation) {
    try {
      current.add(operation);
    } catch (IllegalStateException e) {
      refuse(operation, new CressException("interrupted; the operation was not sent", e));
    }
  }

  private synchronized void writeWithoutSocket(Operation operation) {
    NodeSocket current = socket;
    if (current != null) {
      hand(current, operation);
    } else if (closed || firstAttempt.isDone()) {
      refuse(operation, new NodeUnavailableException(name(), lastFailure));
    } else if (early.size() >= connector.mostOperations()) {
      refuse(operation, new NodeOverloadedException(name(), connector.mostOperations()));
    } else {
      early.add(operation);
    }
  }

  private static void refuse(Operation operation, CressException reason) {
    if (operation instanceof TextOperation ours) {
      ours.fail(reason);
    } else {
      operation.cancel();
    }
  }

  /**
   * Waits for the replies to all that was sent.
   *
   * @return completes when the server has answered, or when the socket it was sent on is gone
   */
  CompletionStage<Void> barrier() {
    NodeSocket current = socket;
    CompletableFuture<Void> passed = new CompletableFuture<>();
    if (current == null) {
      passed.complete(null);
    } else {
      add(current, connector.operations().noop(new Signal(passed)));
    }
    return passed;
  }

  /** Lets the operations that were sent come to their end, then closes the socket. */
  void close() {
    NodeSocket last = stop();
    if (last != null) {
      Runnable end = () -> last.end(new IOException("the node was removed"));
      CompletableFuture<Void> answered = new CompletableFuture<>();
      add(last, connector.operations().noop(new Signal(answered)));
      answered.thenRun(end);
      connector.later(connector.operationTimeout(), end);
    }
  }

  /** Closes the socket and fails the operations that were sent. */
  public void closeNow() {
    NodeSocket last = stop();
    if (last != null) {
      last.end(new IOException("the client is shut down"));
    }
  }

  private synchronized @Nullable NodeSocket stop() {
    NodeSocket last = socket;
    closed = true;
    socket = null;
    failEarly();
    firstAttempt.complete(null);
    return last;
  }

  private void failEarly() {
    for (Operation next = early.poll(); next != null; next = early.poll()) {
      refuse(next, new NodeUnavailableException(name(), lastFailure));
    }
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  private void connect() {
    if (isClosed()) {
      return;
    }
    try {
      InetSocketAddress found = connector.resolve(node);
      address = found;
      NodeSocket made = NodeSocket.open(name(), found, connector, listener);
      connector.later(connector.mostIntroduction(), () -> giveUp(made));
    } catch (IOException | RuntimeException e) {
      failed(e);
    }
  }

  private void giveUp(NodeSocket made) {
    if (made != socket) {
      made.end(new IOException("the server did not answer in " + connector.mostIntroduction()));
    }
  }

  private void failed(@Nullable Throwable cause) {
    int attempt;
    synchronized (this) {
      if (closed) {
        return;
      }
      lastFailure = cause;
      attempt = failedAttempts + 1;
      failedAttempts = attempt;
      failEarly();
      firstAttempt.complete(null);
    }
    Duration delay = Connector.reconnectDelay(attempt);
    LOG.debug("node {} is not connected, next attempt in {}", name(), delay, cause);
    connector.later(delay, this::connect);
  }

  @Override
  public String toString() {
    return "connection to node " + name();
  }

  /** What becomes of our sockets. */
  private final class SocketEvents implements NodeSocket.Listener {

    @Override
    public void introduced(NodeSocket made, ServerSettings told) {
      int attempts = failedAttempts;
      if (!use(made, told)) {
        made.end(new IOException("the client is shut down"));
        return;
      }
      LOG.debug("node {} is connected: memcached {}", name(), told.version());
      connector.tellObservers(observer -> observer.connectionEstablished(made.address(), attempts));
      firstAttempt.complete(null);
    }

    private boolean use(NodeSocket made, ServerSettings told) {
      synchronized (NodeConnection.this) {
        if (closed) {
          return false;
        }
        settings = told;
        failedAttempts = 0;
        lastFailure = null;
        for (Operation next = early.poll(); next != null; next = early.poll()) {
          hand(made, next);
        }
        socket = made;
        return true;
      }
    }

    @Override
    public void ended(NodeSocket made, @Nullable Throwable cause) {
      boolean lost;
      synchronized (NodeConnection.this) {
        lost = socket == made;
        if (lost) {
          socket = null;
        }
      }
      failed(cause);
      if (lost) {
        connector.tellObservers(observer -> observer.connectionLost(made.address()));
      }
    }
  }
}
