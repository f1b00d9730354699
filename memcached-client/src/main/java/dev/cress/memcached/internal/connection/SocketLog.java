package dev.cress.memcached.internal.connection;

import net.spy.memcached.compat.log.AbstractLogger;
import net.spy.memcached.compat.log.Level;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What spymemcached says of one socket: at DEBUG, as a lost connection is told to the caller. Also
 * the only place where it tells why a connection was lost. Thread-safe.
 */
final class SocketLog extends AbstractLogger {

  private static final Logger LOG = LoggerFactory.getLogger(NodeSocket.class);

  private volatile @Nullable Throwable lastFailure;

  SocketLog() {
    super(NodeSocket.class.getName());
  }

  @Nullable Throwable lastFailure() {
    return lastFailure;
  }

  /** No: it would write several lines for each operation. */
  @Override
  public boolean isDebugEnabled() {
    return false;
  }

  @Override
  public boolean isInfoEnabled() {
    return true;
  }

  @Override
  public boolean isTraceEnabled() {
    return false;
  }

  @Override
  public void log(Level level, Object message, @Nullable Throwable failure) {
    if (failure != null) {
      lastFailure = failure;
    }
    LOG.debug("{}", message, failure);
  }
}
