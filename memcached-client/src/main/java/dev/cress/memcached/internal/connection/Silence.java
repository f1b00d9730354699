package dev.cress.memcached.internal.connection;

import dev.cress.memcached.internal.operation.TextOperation;
import java.util.function.LongSupplier;
import net.spy.memcached.ops.Operation;
import org.jspecify.annotations.Nullable;

/**
 * How long a server has sent nothing though a reply is due. A reply that is still coming, such as a
 * long list, is a sign of life. Not thread-safe.
 */
final class Silence {

  private final long mostNanos;
  private final LongSupplier nanoTime;
  private @Nullable Operation oldest;
  private long received;
  private long since;

  Silence(long mostNanos, LongSupplier nanoTime) {
    this.mostNanos = mostNanos;
    this.nanoTime = nanoTime;
  }

  /** Looks at the operation whose reply is due, null for none; tells whether it is overdue. */
  boolean isTooLong(@Nullable Operation waiting) {
    long now = nanoTime.getAsLong();
    long bytes = waiting instanceof TextOperation text ? text.received() : 0;
    if (waiting == null || !waiting.equals(oldest) || bytes != received) {
      oldest = waiting;
      received = bytes;
      since = now;
    }
    return now - since > mostNanos;
  }
}
