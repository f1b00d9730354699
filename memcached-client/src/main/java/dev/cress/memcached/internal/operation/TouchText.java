package dev.cress.memcached.internal.operation;

import java.io.IOException;
import net.spy.memcached.ops.OperationCallback;
import net.spy.memcached.ops.OperationStatus;
import net.spy.memcached.ops.StatusCode;
import net.spy.memcached.ops.TouchOperation;

/** {@code touch}. */
final class TouchText extends KeyedTextOperation implements TouchOperation {

  private static final OperationStatus TOUCHED =
      new OperationStatus(true, "TOUCHED", StatusCode.SUCCESS);

  private final int expiration;

  TouchText(String key, int expiration, OperationCallback caller) {
    super("touch", key, caller);
    this.expiration = expiration;
  }

  @Override
  String arguments() {
    return " " + expiration;
  }

  @Override
  void onLine(String reply) throws IOException {
    switch (reply) {
      case "TOUCHED" -> finish(TOUCHED);
      case "NOT_FOUND" -> finish(NOT_FOUND);
      default -> throw unexpected();
    }
  }

  @Override
  public int getExpiration() {
    return expiration;
  }
}
