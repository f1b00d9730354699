package dev.cress.memcached.internal.routing;

import dev.cress.memcached.internal.operation.TextOperation;
import dev.cress.node.CressException;
import dev.cress.routing.Waiting;
import net.spy.memcached.ops.Operation;

/** An operation that waits at the gate of its key; not sent if its caller gave up meanwhile. */
final class HeldOperation implements Waiting {

  private final Dispatcher dispatcher;
  private final Operation operation;
  private final byte[] key;
  private final OperationKind kind;
  private final Runnable waited;

  HeldOperation(
      Dispatcher dispatcher, Operation operation, byte[] key, OperationKind kind, Runnable waited) {
    this.dispatcher = dispatcher;
    this.operation = operation;
    this.key = key;
    this.kind = kind;
    this.waited = waited;
  }

  @Override
  public void resume() {
    waited.run();
    boolean wanted =
        operation instanceof TextOperation text ? text.isWanted() : !operation.isCancelled();
    if (wanted) {
      dispatcher.resume(operation, key, kind);
    }
  }

  @Override
  public void fail(Throwable cause) {
    waited.run();
    fail(operation, cause);
  }

  static void fail(Operation operation, Throwable cause) {
    if (operation instanceof TextOperation text) {
      text.fail(
          cause instanceof CressException ours
              ? ours
              : new CressException("the operation was not sent", cause));
    } else {
      operation.cancel();
    }
  }
}
