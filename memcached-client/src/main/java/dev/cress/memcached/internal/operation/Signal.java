package dev.cress.memcached.internal.operation;

import java.util.concurrent.CompletableFuture;
import net.spy.memcached.ops.OperationCallback;
import net.spy.memcached.ops.OperationStatus;

/**
 * Completes a future when an operation ends, whatever came of it. Thread-safe.
 *
 * @param ended completes without a value, never fails
 */
public record Signal(CompletableFuture<Void> ended) implements OperationCallback {

  @Override
  public void receivedStatus(OperationStatus status) {}

  @Override
  public void complete() {
    ended.complete(null);
  }
}
