package dev.cress.testservers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A TCP proxy on loopback in front of a server, which can make the way to it slow or break it. The
 * server itself notices nothing but its connections; a proxy works with every provider. Starts
 * without a fault; faults add up until {@link #heal}. Thread-safe.
 *
 * <p>Costs four threads per connection.
 */
public final class FaultProxy implements AutoCloseable {

  private final String targetHost;
  private final int targetPort;
  private final int port = Ports.free();
  private final Faults faults = new Faults();
  private final Set<Tunnel> tunnels = ConcurrentHashMap.newKeySet();
  private @Nullable Listener listener;

  /**
   * Starts a proxy.
   *
   * @param host where the server is
   * @param port the server's port; the server need not be up yet
   */
  public FaultProxy(String host, int port) {
    this.targetHost = Objects.requireNonNull(host, "host");
    this.targetPort = port;
    listen();
  }

  /** Starts a proxy in front of a node. Closing it leaves the node alone. */
  public FaultProxy(TestNode node) {
    this(node.host(), node.port());
  }

  /** Returns the address to connect to instead of the server's. */
  public String host() {
    return "127.0.0.1";
  }

  /** Returns the port to connect to, the same for the whole life of the proxy. */
  public int port() {
    return port;
  }

  /** Returns how many client connections are open through this proxy. */
  public int connections() {
    return tunnels.size();
  }

  /**
   * Adds latency to whatever is sent from now on.
   *
   * @param oneWay added in each direction, so a round trip takes twice as long; zero for none
   */
  public void delay(Duration oneWay) {
    faults.delay(oneWay);
  }

  /**
   * Lets no byte through in either direction until {@link #heal}, which delivers what was held
   * back. Connections stay open and new ones are accepted, as with a lost network behind them.
   */
  public void blackHole() {
    faults.blackHole(true);
  }

  /** Resets every open connection. New ones are served. */
  public void cut() {
    tunnels.forEach(Tunnel::cut);
  }

  /**
   * Resets one connection in the middle of a reply: the next replies pass, on all connections
   * together, up to this many bytes; the connection with the byte after that is cut. Happens once.
   *
   * @param bytes how many bytes of replies still pass; at least 0
   */
  public void cutAfterReplyBytes(long bytes) {
    faults.allowReplyBytes(bytes);
  }

  /** Resets every open connection and refuses new ones until {@link #heal}. */
  public synchronized void refuse() {
    if (listener != null) {
      listener.stop();
      listener = null;
    }
    cut();
  }

  /** Ends all faults and, after {@link #refuse}, listens on the same port again. */
  public synchronized void heal() {
    faults.clear();
    if (listener == null) {
      listen();
    }
  }

  /** Cuts all connections and stops listening for good. */
  @Override
  public void close() {
    refuse();
  }

  private synchronized void listen() {
    try {
      ServerSocket socket = new ServerSocket(port, 128, InetAddress.getByName(host()));
      Thread acceptor = Tunnel.spawn("cress-fault-proxy-" + port, () -> acceptAll(socket));
      listener = new Listener(socket, acceptor);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void acceptAll(ServerSocket socket) throws IOException {
    while (!socket.isClosed()) {
      Tunnel tunnel = new Tunnel(socket.accept(), faults, tunnels::remove);
      tunnels.add(tunnel);
      tunnel.start(targetHost, targetPort);
    }
  }

  private record Listener(ServerSocket socket, Thread acceptor) {

    /** The system goes on listening until the acceptor has left its call, so waits for its end. */
    void stop() {
      try {
        socket.close();
        acceptor.join();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
