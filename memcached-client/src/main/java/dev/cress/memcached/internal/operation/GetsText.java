package dev.cress.memcached.internal.operation;

import java.io.IOException;
import net.spy.memcached.ops.GetsOperation;
import org.jspecify.annotations.Nullable;

/** {@code gets} of one key: its value with a CAS token. */
final class GetsText extends KeyedTextOperation implements GetsOperation {

  private final Values values;
  private @Nullable ValueHeader header;

  GetsText(String key, boolean tombstones, GetsOperation.Callback caller) {
    super("gets", key, caller);
    this.values =
        new Values(
            (of, data) -> caller.gotData(key, of.flags(), CasToken.of(socketTag(), of.cas()), data),
            tombstones);
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
