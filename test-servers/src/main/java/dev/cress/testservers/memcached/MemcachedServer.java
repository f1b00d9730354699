package dev.cress.testservers.memcached;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A small memcached in this JVM, for demos, examples and unit tests. Thread-safe.
 *
 * <p>It speaks the text protocol on a loopback port and gives the answers of memcached 1.6.18,
 * error texts included; one contract test holds it and real servers to the same exchanges. It knows
 *
 * <ul>
 *   <li>the classic commands {@code get}, {@code gets}, {@code gat}, {@code gats}, {@code set},
 *       {@code add}, {@code replace}, {@code append}, {@code prepend}, {@code cas}, {@code incr},
 *       {@code decr}, {@code touch}, {@code delete}, {@code flush_all}, {@code version}, {@code
 *       verbosity}, {@code stats}, {@code stats settings}, {@code stats reset} and {@code quit};
 *   <li>the meta commands {@code mg}, {@code ms}, {@code md}, {@code ma}, {@code me} and {@code
 *       mn};
 *   <li>expiry times (whole seconds, a time since 1970 beyond 30 days), CAS numbers, the limits on
 *       keys (250 bytes) and items.
 * </ul>
 *
 * <p>What it is not: it has no memory limit, no LRU and no slabs, so it never evicts and cannot run
 * out of memory as a real server does. Expired items are dropped when they are asked for. It has no
 * binary protocol, no UDP, no TLS and no authentication. {@code stats} tells a few numbers only,
 * and {@code slabs}, {@code lru}, {@code lru_crawler} and {@code watch} are unknown commands.
 * Commands run one at a time, and every connection costs a thread. Measure nothing with it.
 */
public final class MemcachedServer implements AutoCloseable {

  /** The limit on an item with its key and header that memcached has by default: 1 MiB. */
  public static final int DEFAULT_ITEM_SIZE_MAX = 1024 * 1024;

  private static final int BACKLOG = 1024;

  private final ServerSocket listener;
  private final Commands commands;
  private final Gate gate = new Gate();
  private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
  private final Thread acceptor = new Thread(this::accept, "cress-memcached-accept");

  private MemcachedServer(ServerSocket listener, int itemSizeMax) {
    this.listener = listener;
    Store store = new Store(ServerClock.system(), itemSizeMax);
    this.commands = new Commands(store, new Stats(store, connections::size));
  }

  /**
   * Starts an empty server on 127.0.0.1 and returns it when it accepts connections.
   *
   * @param port the port to listen on, 0 for any free one
   * @param itemSizeMax the limit on the bytes of one item, its key and a header of about 60 bytes
   *     counted; from 1024 to 1073741824
   * @throws IOException if the port is taken
   * @throws IllegalArgumentException if the limit is out of range
   */
  public static MemcachedServer start(int port, int itemSizeMax) throws IOException {
    if (itemSizeMax < 1024 || itemSizeMax > 1024 * 1024 * 1024) {
      throw new IllegalArgumentException(
          "itemSizeMax must be between 1024 and 1073741824 but was " + itemSizeMax);
    }
    InetAddress loopback = InetAddress.getLoopbackAddress();
    MemcachedServer server =
        new MemcachedServer(new ServerSocket(port, BACKLOG, loopback), itemSizeMax);
    server.acceptor.setDaemon(true);
    server.acceptor.start();
    return server;
  }

  /** Returns the port it listens on. */
  public int port() {
    return listener.getLocalPort();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        Connection connection = new Connection(socket, commands, gate, connections::remove);
        connections.add(connection);
        connection.start();
      } catch (IOException e) {
        // the listener was closed, or a client left before it was accepted
      }
    }
  }

  /**
   * Freezes the server: connections stay open and new ones are accepted, but no command runs after
   * this returns. Does nothing if it is paused already.
   */
  public void pause() {
    gate.pause();
  }

  /** Ends a pause: the commands that came in meanwhile run now. */
  public void resume() {
    gate.resume();
  }

  /**
   * Ends the server at once, like a kill: no further command runs, all connections are reset, the
   * port is free and the data is gone when this returns. It may be paused. May be called more than
   * once.
   */
  @Override
  public void close() {
    gate.close();
    try {
      listener.close();
      acceptor.join(); // until then the system goes on listening
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    connections.forEach(Connection::reset);
  }
}
