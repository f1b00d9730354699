package dev.cress.memcached.internal.routing;

import dev.cress.memcached.internal.operation.TextOperationFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import net.spy.memcached.DefaultConnectionFactory;
import net.spy.memcached.FailureMode;
import net.spy.memcached.MemcachedConnection;
import net.spy.memcached.metrics.MetricType;
import net.spy.memcached.transcoders.Transcoder;
import org.jspecify.annotations.Nullable;

/** The settings of spymemcached's client above the nodes. For one client. */
public final class ClientConnectionFactory extends DefaultConnectionFactory {

  /** Makes the connection of a client. */
  @FunctionalInterface
  public interface Connecting {
    /**
     * Makes the connection. Blocks until the nodes were tried.
     *
     * @param factory the settings
     * @return a new connection
     * @throws IOException if there are no system resources for it
     */
    ShardedConnection connect(ClientConnectionFactory factory) throws IOException;
  }

  private final Duration operationTimeout;
  private final @Nullable Transcoder<Object> transcoder;
  private final Connecting connecting;
  private final TextOperationFactory operations;

  /**
   * Creates the settings.
   *
   * @param operationTimeout how long a caller waits
   * @param transcoder turns values into bytes; null for spymemcached's own
   * @param operations makes the operations of the client
   * @param connecting makes the connection
   */
  public ClientConnectionFactory(
      Duration operationTimeout,
      @Nullable Transcoder<Object> transcoder,
      TextOperationFactory operations,
      Connecting connecting) {
    this.operationTimeout = operationTimeout;
    this.transcoder = transcoder;
    this.operations = operations;
    this.connecting = connecting;
  }

  @Override
  public MemcachedConnection createConnection(List<InetSocketAddress> addresses)
      throws IOException {
    return connecting.connect(this);
  }

  @Override
  public TextOperationFactory getOperationFactory() {
    return operations;
  }

  @Override
  public long getOperationTimeout() {
    return operationTimeout.toMillis();
  }

  @Override
  public Transcoder<Object> getDefaultTranscoder() {
    return transcoder == null ? super.getDefaultTranscoder() : transcoder;
  }

  @Override
  public FailureMode getFailureMode() {
    return FailureMode.Cancel;
  }

  @Override
  public boolean isDaemon() {
    return true;
  }

  /** Cress measures by itself. */
  @Override
  public MetricType enableMetrics() {
    return MetricType.OFF;
  }
}
