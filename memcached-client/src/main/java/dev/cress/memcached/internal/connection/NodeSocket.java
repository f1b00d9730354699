package dev.cress.memcached.internal.connection;

import dev.cress.memcached.error.NodeUnavailableException;
import dev.cress.memcached.error.OutcomeUnknownException;
import dev.cress.memcached.internal.operation.TextOperation;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.util.List;
import net.spy.memcached.FailureMode;
import net.spy.memcached.MemcachedConnection;
import net.spy.memcached.MemcachedNode;
import net.spy.memcached.ops.Operation;
import net.spy.memcached.ops.OperationState;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One socket to one address, for one life: with its selector, its thread and its queues.
 *
 * <p>spymemcached would reconnect by itself, to the address it once resolved, and send again what
 * it had begun to send. Here the first failure ends the socket, whatever it is: lost, refused,
 * silent, or an error in the thread. The thread's last act is to fail every operation that it still
 * had. Thread-safe.
 */
final class NodeSocket extends MemcachedConnection {

  private static final Logger LOG = LoggerFactory.getLogger(NodeSocket.class);
  private static final long MOST_SLEEP_MILLIS = 1_000;

  /* Callers that gave up in a row before the socket is dropped; spymemcached waits for 998. */
  private static final int MOST_TIMEOUTS = 16;

  /** Told what becomes of a socket, on the socket's thread. */
  interface Listener {

    /** The server has introduced itself; the socket may be used. */
    void introduced(NodeSocket socket, ServerSettings settings);

    /** The socket is closed, and no operation is left. Called once, at the end. */
    void ended(NodeSocket socket, @Nullable Throwable cause);
  }

  private final String name;
  private final InetSocketAddress address;
  private final SocketQueues queues;
  private final SocketTraffic traffic;
  private final MemcachedNode node;
  private final Listener listener;
  private final Connector connector;
  private final Silence silence;
  private final int tag;
  private volatile boolean closed;
  private volatile boolean asleep;
  /* No initial values: the constructor of spymemcached may have set them before. */
  private volatile @Nullable Throwable cause;
  private boolean begun;
  private @Nullable SocketLog log;

  /**
   * Begins to connect.
   *
   * @throws IOException if there are no sockets to be had
   */
  static NodeSocket open(
      String name, InetSocketAddress address, Connector connector, Listener listener)
      throws IOException {
    NodeSocket socket =
        new NodeSocket(name, address, connector, new SocketFactory(connector), listener);
    socket.begin();
    return socket;
  }

  private NodeSocket(
      String name,
      InetSocketAddress address,
      Connector connector,
      SocketFactory factory,
      Listener listener)
      throws IOException {
    super(
        factory.getReadBufSize(),
        factory,
        List.of(address),
        List.of(),
        FailureMode.Cancel,
        factory.getOperationFactory());
    this.name = name;
    this.address = address;
    this.queues = factory.queues();
    this.node = locator.getAll().iterator().next();
    this.traffic = new SocketTraffic(node, queues);
    this.listener = listener;
    this.connector = connector;
    this.silence = new Silence(connector.silence().toNanos(), System::nanoTime);
    this.tag = connector.nextTag();
    this.log = new SocketLog();
  }

  private void begin() {
    begun = true;
    connector.opened(this);
    setName("cress-memcached-" + name);
    new Introduction(
            connector,
            this::add,
            settings -> listener.introduced(this, settings),
            this::end,
            this::refused)
        .start();
    start();
  }

  /** spymemcached's constructor starts the thread before there is anything of ours. */
  @Override
  public synchronized void start() {
    if (begun) {
      super.start();
    }
  }

  InetSocketAddress address() {
    return address;
  }

  /** What the CAS tokens that are read here begin with. */
  int tag() {
    return tag;
  }

  /** How many operations are under way. */
  int depth() {
    return queues.size();
  }

  /** Gives the socket an operation, which fails if the socket has ended. */
  void add(Operation operation) {
    if (operation instanceof TextOperation text) {
      text.givenTo(tag);
    }
    operation.setHandlingNode(node);
    operation.initialize();
    node.addOp(operation);
    try {
      write();
    } finally {
      if (closed) {
        failAll();
      }
    }
  }

  /* A fault of an operation is a fault of the socket: how much of it was written is not known. */
  private void write() {
    try {
      if (!node.isActive() || traffic.writeAsCaller()) {
        wakeUp();
      }
    } catch (IOException | RuntimeException | AssertionError e) {
      end(e);
    } catch (Error e) {
      end(e);
      throw e;
    }
  }

  /** Ends the socket; returns at once. */
  void end(Throwable reason) {
    if (cause == null) {
      cause = reason;
    }
    running = false;
    selector.wakeup();
  }

  /* What the server says is worth more than the end of the connection that follows. */
  private void refused(Throwable reason) {
    cause = reason;
    end(reason);
  }

  /** Called by spymemcached when it cannot connect, and when it lost the connection. */
  @Override
  protected void queueReconnect(MemcachedNode lost) {
    Throwable logged = log == null ? null : log.lastFailure();
    end(logged == null ? new IOException("the connection was lost or not made") : logged);
  }

  /** Called by spymemcached's constructor too, before there is anything of ours. */
  @Override
  protected net.spy.memcached.compat.log.Logger getLogger() {
    return log == null ? new SocketLog() : log;
  }

  /** Called by spymemcached in a loop. It makes the connection; what goes over it is ours. */
  @Override
  public void handleIO() throws IOException {
    if (node.isActive()) {
      try {
        exchange();
      } catch (IOException | RuntimeException e) {
        end(e);
      }
    } else {
      super.handleIO();
    }
  }

  private void exchange() throws IOException {
    SelectionKey key = node.getSk();
    boolean written = traffic.writeQueued();
    int wanted = written ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE;
    if (key.interestOps() != wanted) {
      key.interestOps(wanted);
    }
    Thread.interrupted(); // or no select would wait any more
    asleep = true;
    if (written && traffic.hasQueued()) {
      selector.selectNow();
    } else {
      selector.select(MOST_SLEEP_MILLIS);
    }
    asleep = false;
    if (selector.selectedKeys().remove(key) && key.isReadable()) {
      traffic.read();
    }
    endIfSilent();
    endIfGivenUp();
  }

  /* Who adds looks whether the thread sleeps; the thread says so first and looks then what was added. */
  private void wakeUp() {
    if (asleep || !node.isActive()) {
      selector.wakeup();
    }
  }

  private void endIfSilent() {
    if (silence.isTooLong(queues.toRead.peek())) {
      long millis = connector.silence().toMillis();
      end(new IOException("the server has been silent for " + millis + " ms"));
    }
  }

  private void endIfGivenUp() {
    int timeouts = node.getContinuousTimeout();
    if (timeouts > MOST_TIMEOUTS) {
      end(new IOException(timeouts + " callers in a row have waited in vain"));
    }
  }

  @Override
  public void run() {
    try {
      super.run();
    } catch (RuntimeException | AssertionError e) {
      LOG.warn("the thread of node {} has died; it is replaced", name, e);
      cause = e;
    } finally {
      closed = true;
      close();
      failAll();
      connector.ended(this);
      listener.ended(this, cause);
    }
  }

  private void close() {
    shutDown = true;
    try {
      if (node.getChannel() != null) {
        node.getChannel().close();
      }
      selector.close();
    } catch (IOException e) {
      LOG.debug("node {} could not be closed", name, e);
    }
  }

  private void failAll() {
    for (Operation next : traffic.takeAll()) {
      if (next instanceof TextOperation operation) {
        boolean sent = operation.getState() != OperationState.WRITE_QUEUED;
        operation.fail(
            sent
                ? new OutcomeUnknownException(name, cause)
                : new NodeUnavailableException(name, cause));
      } else {
        next.cancel();
      }
    }
  }
}
