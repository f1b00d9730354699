package dev.cress.memcached.internal.operation;

import java.io.IOException;
import net.spy.memcached.ops.DeleteOperation;
import net.spy.memcached.ops.OperationStatus;
import net.spy.memcached.ops.StatusCode;

/** {@code delete}. */
final class DeleteText extends KeyedTextOperation implements DeleteOperation {

  private static final OperationStatus DELETED =
      new OperationStatus(true, "DELETED", StatusCode.SUCCESS);

  DeleteText(String key, DeleteOperation.Callback caller) {
    super("delete", key, caller);
  }

  @Override
  String arguments() {
    return "";
  }

  @Override
  void onLine(String reply) throws IOException {
    switch (reply) {
      case "DELETED" -> finish(DELETED);
      case "NOT_FOUND" -> finish(NOT_FOUND);
      default -> throw unexpected();
    }
  }
}
