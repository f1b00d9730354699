package dev.cress.memcached.internal.operation;

import net.spy.memcached.ops.OperationCallback;
import net.spy.memcached.ops.OperationStatus;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the caller of an operation its end, once: spymemcached reports a second one when a reply
 * comes after a cancel or a time-out. What the caller's code throws stops here, because it would
 * end the connection. Thread-safe.
 */
final class Completion implements OperationCallback {

  private static final Logger LOG = LoggerFactory.getLogger(Completion.class);

  private final OperationCallback caller;
  private @Nullable Runnable listener;
  private boolean done;

  Completion(OperationCallback caller) {
    this.caller = caller;
  }

  /** Sets what runs at the end, before the caller is told. */
  synchronized void listen(Runnable atEnd) {
    listener = atEnd;
  }

  synchronized boolean isDone() {
    return done;
  }

  @Override
  public synchronized void receivedStatus(OperationStatus status) {
    if (!done) {
      guarded(() -> caller.receivedStatus(status));
    }
  }

  @Override
  public synchronized void complete() {
    if (done) {
      return;
    }
    done = true;
    if (listener != null) {
      guarded(listener);
    }
    guarded(caller::complete);
  }

  private static void guarded(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException e) {
      LOG.warn("a callback of an operation failed", e);
    }
  }
}
