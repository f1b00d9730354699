package dev.cress.memcached;

import dev.cress.memcached.internal.routing.Flush;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import net.spy.memcached.internal.OperationFuture;
import net.spy.memcached.ops.Operation;
import net.spy.memcached.ops.OperationState;
import net.spy.memcached.ops.OperationStatus;
import net.spy.memcached.ops.StatusCode;
import org.jspecify.annotations.Nullable;

/**
 * The end of a flush of all nodes: fails if one of them could not be flushed. spymemcached's own
 * future tells what the last node said.
 */
final class FlushFuture extends OperationFuture<Boolean> {

  private final CountDownLatch latch;
  private final Flush flush;

  private FlushFuture(CountDownLatch latch, Flush flush, long timeout, ExecutorService listeners) {
    super(null, latch, timeout, listeners);
    this.latch = latch;
    this.flush = flush;
  }

  /** The end of a flush that has begun. */
  static FlushFuture of(Flush flush, long timeout, ExecutorService listeners) {
    CountDownLatch latch = new CountDownLatch(1);
    FlushFuture future = new FlushFuture(latch, flush, timeout, listeners);
    flush
        .end()
        .thenRun(
            () -> {
              latch.countDown();
              future.signalComplete();
            });
    return future;
  }

  @Override
  public Boolean get(long duration, TimeUnit unit)
      throws InterruptedException, TimeoutException, ExecutionException {
    super.get(duration, unit);
    for (Operation operation : flush.sent()) {
      if (operation.hasErrored()) {
        status = new OperationStatus(false, message(operation), StatusCode.ERR_INTERNAL);
        throw new ExecutionException(operation.getException());
      }
    }
    status = new OperationStatus(true, "OK", StatusCode.SUCCESS);
    return !isCancelled();
  }

  private static String message(Operation failed) {
    return String.valueOf(failed.getException().getMessage());
  }

  @Override
  public @Nullable OperationStatus getStatus() {
    return isDone() && status == null ? super.getStatus() : status;
  }

  @Override
  public boolean cancel() {
    return cancelAll();
  }

  @Deprecated
  @Override
  public boolean cancel(boolean ignored) {
    boolean unsent = cancelAll();
    return unsent;
  }

  private boolean cancelAll() {
    boolean unsent = false;
    for (Operation operation : flush.sent()) {
      operation.cancel();
      unsent |= operation.getState() == OperationState.WRITE_QUEUED;
    }
    notifyListeners();
    return unsent;
  }

  @Override
  public boolean isCancelled() {
    boolean cancelled = false;
    for (Operation operation : flush.sent()) {
      cancelled |= operation.isCancelled();
    }
    return cancelled;
  }

  @Override
  public boolean isDone() {
    return latch.getCount() == 0 || isCancelled();
  }
}
