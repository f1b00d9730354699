package dev.cress.memcached.internal.connection;

import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import net.spy.memcached.ConnectionFactory;
import net.spy.memcached.compat.log.Logger;
import net.spy.memcached.protocol.TCPMemcachedNodeImpl;

/** spymemcached's side of one socket. Gets are not merged, so any operation may be a get. */
final class SocketNode extends TCPMemcachedNodeImpl {

  private static final Logger LOG = new SocketLog();

  SocketNode(
      SocketAddress address,
      SocketChannel channel,
      int bufferSize,
      SocketQueues queues,
      ConnectionFactory factory) {
    super(
        address,
        channel,
        bufferSize,
        queues.toRead,
        queues.toWrite,
        queues.added,
        0,
        false,
        factory.getOperationTimeout(),
        0,
        factory);
  }

  @Override
  protected void optimize() {}

  /** Called by spymemcached's constructor too. */
  @Override
  protected Logger getLogger() {
    return LOG;
  }
}
