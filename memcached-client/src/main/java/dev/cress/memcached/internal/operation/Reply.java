package dev.cress.memcached.internal.operation;

import java.util.concurrent.CompletableFuture;
import net.spy.memcached.ops.OperationCallback;
import net.spy.memcached.ops.OperationStatus;
import net.spy.memcached.ops.StatusCode;
import org.jspecify.annotations.Nullable;

/** Ends a future with the operation that it stands for. For one operation. Thread-safe. */
final class Reply<R> implements OperationCallback {

  private static final OperationStatus ANSWERED =
      new OperationStatus(true, "OK", StatusCode.SUCCESS);

  private final CompletableFuture<R> future = new CompletableFuture<>();
  private volatile @Nullable TextOperation operation;
  private volatile @Nullable R answer;

  /** Sets the operation, before it is used. */
  void of(TextOperation asked) {
    operation = asked;
  }

  CompletableFuture<R> future() {
    return future;
  }

  /** Ends an operation with what the server answered. */
  void answer(TextOperation asked, R value) {
    answer = value;
    asked.finish(ANSWERED);
  }

  @Override
  public void receivedStatus(OperationStatus status) {}

  @Override
  public void complete() {
    R value = answer;
    TextOperation ended = operation;
    if (value != null) {
      future.complete(value);
    } else if (ended != null) {
      future.completeExceptionally(ended.failure());
    }
  }
}
