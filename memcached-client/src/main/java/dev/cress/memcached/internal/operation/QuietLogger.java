package dev.cress.memcached.internal.operation;

import net.spy.memcached.compat.log.AbstractLogger;
import net.spy.memcached.compat.log.Level;
import org.jspecify.annotations.Nullable;

/**
 * A logger that says nothing. spymemcached logs each error reply as an error of the program; here
 * it is thrown to the caller instead.
 */
final class QuietLogger extends AbstractLogger {

  static final QuietLogger INSTANCE = new QuietLogger();

  private QuietLogger() {
    super(QuietLogger.class.getName());
  }

  @Override
  public boolean isDebugEnabled() {
    return false;
  }

  @Override
  public boolean isInfoEnabled() {
    return false;
  }

  @Override
  public boolean isTraceEnabled() {
    return false;
  }

  @Override
  public void log(Level level, Object message, @Nullable Throwable failure) {}
}
