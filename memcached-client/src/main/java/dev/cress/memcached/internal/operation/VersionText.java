package dev.cress.memcached.internal.operation;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import net.spy.memcached.ops.NoopOperation;
import net.spy.memcached.ops.OperationCallback;
import net.spy.memcached.ops.OperationStatus;
import net.spy.memcached.ops.StatusCode;
import net.spy.memcached.ops.VersionOperation;

/** {@code version}, which also serves to find out that all before it was answered. */
final class VersionText extends TextOperation implements VersionOperation, NoopOperation {

  private static final String VERSION = "VERSION ";

  VersionText(OperationCallback caller) {
    super(new WithoutFailures(caller));
  }

  @Override
  public void initialize() {
    setBuffer(ByteBuffer.wrap("version\r\n".getBytes(StandardCharsets.US_ASCII)));
  }

  @Override
  void onLine(String reply) throws IOException {
    if (!reply.startsWith(VERSION)) {
      throw unexpected();
    }
    finish(new OperationStatus(true, reply.substring(VERSION.length()), StatusCode.SUCCESS));
  }

  @Override
  public String toString() {
    return "version";
  }

  /** spymemcached's getVersions() takes the text of any status for the version of a node. */
  private record WithoutFailures(OperationCallback caller) implements OperationCallback {
    @Override
    public void receivedStatus(OperationStatus status) {
      if (status.isSuccess()) {
        caller.receivedStatus(status);
      }
    }

    @Override
    public void complete() {
      caller.complete();
    }
  }
}
