package dev.cress.memcached.internal.operation;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import net.spy.memcached.ops.FlushOperation;
import net.spy.memcached.ops.OperationCallback;
import net.spy.memcached.ops.OperationStatus;
import net.spy.memcached.ops.StatusCode;

/** {@code flush_all} of one node. */
final class FlushText extends TextOperation implements FlushOperation {

  private static final OperationStatus OK = new OperationStatus(true, "OK", StatusCode.SUCCESS);

  private final int delay;

  FlushText(int delay, OperationCallback caller) {
    super(caller);
    this.delay = delay;
  }

  @Override
  public void initialize() {
    String command = delay == -1 ? "flush_all\r\n" : "flush_all " + delay + "\r\n";
    setBuffer(ByteBuffer.wrap(command.getBytes(StandardCharsets.US_ASCII)));
  }

  @Override
  void onLine(String reply) throws IOException {
    if (!reply.equals("OK")) {
      throw unexpected();
    }
    finish(OK);
  }

  @Override
  public String toString() {
    return "flush_all";
  }
}
