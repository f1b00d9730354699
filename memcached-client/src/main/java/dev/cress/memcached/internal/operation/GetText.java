package dev.cress.memcached.internal.operation;

import java.io.IOException;
import net.spy.memcached.ops.GetOperation;
import net.spy.memcached.ops.OperationStatus;
import net.spy.memcached.ops.StatusCode;
import org.jspecify.annotations.Nullable;

/** {@code get} of one key. */
final class GetText extends KeyedTextOperation implements GetOperation {

  static final OperationStatus END = new OperationStatus(true, "END", StatusCode.SUCCESS);

  private final Values values;
  private @Nullable ValueHeader header;

  GetText(String key, boolean tombstones, GetOperation.Callback caller) {
    super("get", key, caller);
    this.values = new Values((of, data) -> caller.gotData(key, of.flags(), data), tombstones);
  }

  @Override
  String arguments() {
    return "";
  }

  @Override
  void onLine(String reply) throws IOException {
    header = ValueHeader.parse(reply);
    if (header != null) {
      expectBlock(header.length());
    } else if (reply.equals("END")) {
      values.end(this);
    } else {
      throw unexpected();
    }
  }

  @Override
  void onBlock(byte[] data) {
    if (header != null) {
      values.deliver(header, data);
    }
  }
}
