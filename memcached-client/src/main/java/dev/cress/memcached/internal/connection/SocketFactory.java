package dev.cress.memcached.internal.connection;

import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import net.spy.memcached.DefaultConnectionFactory;
import net.spy.memcached.FailureMode;
import net.spy.memcached.MemcachedNode;
import net.spy.memcached.OperationFactory;
import net.spy.memcached.metrics.MetricType;

/** How spymemcached is to treat one socket. For one use. */
final class SocketFactory extends DefaultConnectionFactory {

  private final SocketQueues queues = new SocketQueues();
  private final Connector connector;

  SocketFactory(Connector connector) {
    this.connector = connector;
  }

  SocketQueues queues() {
    return queues;
  }

  @Override
  public MemcachedNode createMemcachedNode(
      SocketAddress address, SocketChannel channel, int bufferSize) {
    return new SocketNode(address, channel, bufferSize, queues, this);
  }

  @Override
  public OperationFactory getOperationFactory() {
    return connector.operations();
  }

  @Override
  public FailureMode getFailureMode() {
    return FailureMode.Cancel;
  }

  @Override
  public long getOperationTimeout() {
    return connector.operationTimeout().toMillis();
  }

  @Override
  public boolean isDaemon() {
    return true;
  }

  @Override
  public MetricType enableMetrics() {
    return MetricType.OFF;
  }
}
