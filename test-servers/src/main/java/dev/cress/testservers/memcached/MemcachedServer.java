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
 *       verbosity}, {@code stats}, {@code stats settings}, {@code stats reset}, {@code lru_crawler}
 *       ({@code metadump all}, {@code enable}, {@code disable}) and {@code quit};
 *   <li>the meta commands {@code mg}, {@code ms}, {@code md}, {@code ma}, {@code me} and {@code
 *       mn};
 *   <li>expiry times (whole seconds, a time since 1970 beyond 30 days), CAS numbers, the limits on
 *       keys (250 bytes) and items.
 * </ul>
 *
 * <p>What it is not: it has no memory limit, no LRU and no slabs, so it never evicts and cannot run
 * out of memory as a real server does. Expired items are dropped when they are asked for. It has no
 * binary protocol, no UDP, no TLS and no authentication. {@code stats} tells a few numbers only,
 * and {@code slabs}, {@code lru} and {@code watch} are unknown commands. Its crawler is never busy
 * and misses no item; a real one leaves out items that were read some milliseconds ago, answers the
 * commands sent behind a {@code metadump} only when more are sent, and knows slab classes.
 *
 * <p>Commands of all clients run one at a time, so each of them is atomic, and every connection
 * costs a thread. Measure nothing with it. Without meta commands it is like an old server for
 * clients that ask for the version; in all else it answers like the new one.
 */
public final class MemcachedServer implements AutoCloseable {

  private static final int BACKLOG = 1024;

  private final ServerSocket listener;
  private final Commands commands;
  private final Gate gate = new Gate();
  private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
  private final Thread acceptor = new Thread(this::accept, "cress-memcached-accept");

  private MemcachedServer(ServerSocket listener, ServerSettings settings) {
    this.listener = listener;
    Store store = new Store(ServerClock.system(), settings.itemSizeMax());
    Crawler crawler = new Crawler(store, settings.lruCrawler());
    Stats stats = new Stats(store, crawler, settings.version(), connections::size);
    this.commands = new Commands(store, stats, crawler, settings);
  }

  /**
   * Starts an empty server on 127.0.0.1 and returns it when it accepts connections.
   *
   * @param port the port to listen on, 0 for any free one
   * @param settings how it is to behave
   * @throws IOException if the port is taken
   */
  public static MemcachedServer start(int port, ServerSettings settings) throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    MemcachedServer server =
        new MemcachedServer(new ServerSocket(port, BACKLOG, loopback), settings);
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
