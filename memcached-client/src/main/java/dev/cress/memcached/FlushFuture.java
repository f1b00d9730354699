package dev.cress.memcached;

import java.util.List;
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
  private final List<Operation> operations;

  FlushFuture(
      CountDownLatch latch, List<Operation> operations, long timeout, ExecutorService listeners) {
    super(null, latch, timeout, listeners);
    this.latch = latch;
    this.operations = List.copyOf(operations);
  }

  @Override
  public Boolean get(long duration, TimeUnit unit)
      throws InterruptedException, TimeoutException, ExecutionException {
    super.get(duration, unit);
    for (Operation operation : operations) {
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
    for (Operation operation : operations) {
      operation.cancel();
      unsent |= operation.getState() == OperationState.WRITE_QUEUED;
    }
    notifyListeners();
    return unsent;
  }

  @Override
  public boolean isCancelled() {
    return operations.stream().anyMatch(Operation::isCancelled);
  }

  @Override
  public boolean isDone() {
    return latch.getCount() == 0 || isCancelled();
  }
}
