package dev.cress.memcached.internal.routing;

import dev.cress.memcached.internal.connection.Connector;
import dev.cress.memcached.internal.connection.NodeConnection;
import dev.cress.memcached.internal.connection.NodeHandle;
import dev.cress.memcached.internal.operation.Expiration;
import dev.cress.memcached.internal.operation.MultiGetText;
import dev.cress.memcached.internal.operation.TextOperationFactory;
import dev.cress.node.RoutingException;
import dev.cress.routing.Router;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import net.spy.memcached.BroadcastOpFactory;
import net.spy.memcached.ConnectionObserver;
import net.spy.memcached.FailureMode;
import net.spy.memcached.MemcachedConnection;
import net.spy.memcached.MemcachedNode;
import net.spy.memcached.NodeLocator;
import net.spy.memcached.ops.KeyedOperation;
import net.spy.memcached.ops.Operation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What spymemcached's client takes for its connection: has no socket and no thread, and forwards
 * each operation to the connection of a node. Thread-safe.
 */
public final class ShardedConnection extends MemcachedConnection {

  private static final Logger LOG = LoggerFactory.getLogger(ShardedConnection.class);
  private static final int AT_ONCE = -1;

  private final TextOperationFactory operationFactory;
  private final Router<NodeConnection> router;
  private final Dispatcher dispatcher;
  private final Connector connector;
  private final Runnable atShutdown;

  /**
   * Creates a connection over the nodes of a router.
   *
   * @param factory the client's factory
   * @param router gives the view in force
   * @param dispatcher sends operations to their nodes
   * @param connector knows the observers
   * @param atShutdown closes what lies below
   * @throws IOException if there is no selector to be had
   */
  public ShardedConnection(
      ClientConnectionFactory factory,
      Router<NodeConnection> router,
      Dispatcher dispatcher,
      Connector connector,
      Runnable atShutdown)
      throws IOException {
    super(
        factory.getReadBufSize(),
        factory,
        List.of(),
        List.of(),
        FailureMode.Cancel,
        factory.getOperationFactory());
    this.operationFactory = factory.getOperationFactory();
    this.router = router;
    this.dispatcher = dispatcher;
    this.connector = connector;
    this.atShutdown = atShutdown;
  }

  @Override
  protected List<MemcachedNode> createConnections(Collection<InetSocketAddress> addresses) {
    return List.of();
  }

  /** There is nothing for a thread to do here. */
  @Override
  public synchronized void start() {}

  @Override
  protected void checkState() {
    if (shutDown) {
      throw new IllegalStateException("Shutting down");
    }
  }

  @Override
  public NodeLocator getLocator() {
    return new TopologyLocator(router.peek(), operationFactory);
  }

  @Override
  public void enqueueOperation(String key, Operation operation) {
    checkState();
    addOperation(key, operation);
  }

  @Override
  protected void addOperation(String key, Operation operation) {
    dispatcher.single(key, operation);
  }

  @Override
  protected void addOperation(MemcachedNode node, Operation operation) {
    if (operation instanceof MultiGetText several) {
      dispatcher.several(several);
    } else if (operation instanceof KeyedOperation keyed && keyed.getKeys().size() == 1) {
      dispatcher.single(keyed.getKeys().iterator().next(), operation);
    } else {
      dispatcher.toNode(connection(node), operation);
    }
  }

  /**
   * Sends a read of several keys, in parts where several nodes own them.
   *
   * @param operation one that our factory made, its keys checked
   */
  public void read(Operation operation) {
    checkState();
    dispatcher.several((MultiGetText) operation);
  }

  /** For users of spymemcached's own way to read several keys. */
  @Override
  public void addOperations(Map<MemcachedNode, Operation> operations) {
    operations.forEach(this::addOperation);
  }

  @Override
  public void insertOperation(MemcachedNode node, Operation operation) {
    dispatcher.toNode(connection(node), operation);
  }

  /**
   * Flushes all nodes. A delayed flush is repeated at its time if keys may have moved until then,
   * to a node that was not told of it.
   *
   * @param delaySeconds as memcached takes it; -1 for at once
   * @return the flush, which has begun
   */
  public Flush flush(int delaySeconds) {
    checkState();
    Flush flush = new Flush(dispatcher, operationFactory, delaySeconds);
    Dispatcher.Round asked = flush.start();
    if (delaySeconds > 0) {
      connector.later(untilAfter(delaySeconds), () -> flushAgainIfMoved(asked));
    }
    return flush;
  }

  /* Servers count whole seconds, and take a great number for a Unix time. */
  private static Duration untilAfter(int delaySeconds) {
    long unixSeconds = System.currentTimeMillis() / 1_000;
    long left =
        delaySeconds > Expiration.MOST_RELATIVE_SECONDS ? delaySeconds - unixSeconds : delaySeconds;
    return Duration.ofSeconds(Math.max(0, left) + 1);
  }

  private void flushAgainIfMoved(Dispatcher.Round asked) {
    Dispatcher.Round now = dispatcher.round();
    if (now.moving() || now.version() != asked.version()) {
      Flush again = new Flush(dispatcher, operationFactory, AT_ONCE);
      again.start();
      again.end().thenRun(() -> warnIfFailed(again));
    }
  }

  private static void warnIfFailed(Flush again) {
    if (again.hasFailed()) {
      LOG.warn("a delayed flush missed a node after keys had moved");
    }
  }

  @Override
  public CountDownLatch broadcastOperation(BroadcastOpFactory operations) {
    return broadcastOperation(operations, getLocator().getAll());
  }

  @Override
  public CountDownLatch broadcastOperation(
      BroadcastOpFactory operations, Collection<MemcachedNode> nodes) {
    List<NodeConnection> targets = nodes.stream().map(ShardedConnection::connection).toList();
    CountDownLatch latch = new CountDownLatch(targets.size());
    for (NodeConnection target : targets) {
      dispatcher.toNode(target, operations.newOp(target.handle(), latch));
    }
    return latch;
  }

  private static NodeConnection connection(MemcachedNode node) {
    if (node instanceof NodeHandle handle) {
      return handle.connection();
    }
    throw new RoutingException("this is no node of the client; take nodes from getNodeLocator()");
  }

  /** Another node would not have the key: the operation ends. */
  @Override
  public void redistributeOperation(Operation operation) {
    operation.cancel();
  }

  /** An operation is never sent again: it ends. */
  @Override
  public void retryOperation(Operation operation) {
    operation.cancel();
  }

  @Override
  public boolean addObserver(ConnectionObserver observer) {
    return connector.addObserver(observer);
  }

  @Override
  public boolean removeObserver(ConnectionObserver observer) {
    return connector.removeObserver(observer);
  }

  @Override
  public String connectionsStatus() {
    StringBuilder status = new StringBuilder("Connection Status {");
    for (MemcachedNode node : getLocator().getAll()) {
      status
          .append(' ')
          .append(connection(node).name())
          .append(' ')
          .append(node.getSocketAddress())
          .append(" active: ")
          .append(node.isActive());
    }
    return status.append(" }").toString();
  }

  @Override
  public void shutdown() throws IOException {
    super.shutdown();
    atShutdown.run();
  }

  /** Called by spymemcached's constructor too, before there is anything of ours. */
  @Override
  public String toString() {
    return "sharded memcached connection";
  }
}
