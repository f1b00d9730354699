package dev.cress.memcached.internal.connection;

import java.net.SocketAddress;
import net.spy.memcached.MemcachedNode;
import net.spy.memcached.MemcachedNodeROImpl;

/**
 * What users of spymemcached's interfaces see of a node: its address and whether it is connected.
 * It cannot be written through. Thread-safe.
 */
public final class NodeHandle extends MemcachedNodeROImpl {

  private final NodeConnection connection;

  NodeHandle(NodeConnection connection) {
    super(noSocket());
    this.connection = connection;
  }

  /* A handle outlives sockets; what would ask the socket is overridden here or refused there. */
  @SuppressWarnings("NullAway")
  private static MemcachedNode noSocket() {
    return null;
  }

  /**
   * The connection behind this handle.
   *
   * @return the same at each call
   */
  public NodeConnection connection() {
    return connection;
  }

  @Override
  public SocketAddress getSocketAddress() {
    return connection.address();
  }

  @Override
  public boolean isActive() {
    return connection.isConnected();
  }

  @Override
  public boolean isAuthenticated() {
    return connection.isConnected();
  }

  @Override
  public int getReconnectCount() {
    return connection.failedAttempts();
  }

  @Override
  public int getBytesRemainingToWrite() {
    return 0;
  }

  @Override
  public int getSelectionOps() {
    return 0;
  }

  @Override
  public boolean hasReadOp() {
    return connection.depth() > 0;
  }

  @Override
  public boolean hasWriteOp() {
    return connection.depth() > 0;
  }

  @Override
  public String toString() {
    return connection.toString();
  }
}
