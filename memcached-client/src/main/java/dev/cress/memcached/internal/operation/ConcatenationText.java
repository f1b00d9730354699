package dev.cress.memcached.internal.operation;

import java.io.IOException;
import net.spy.memcached.ops.ConcatenationOperation;
import net.spy.memcached.ops.ConcatenationType;
import net.spy.memcached.ops.OperationCallback;

/**
 * {@code append} or {@code prepend}; a CAS token is ignored, as by spymemcached's text protocol.
 */
final class ConcatenationText extends KeyedTextOperation implements ConcatenationOperation {

  private final ConcatenationType type;
  private final byte[] data;

  ConcatenationText(ConcatenationType type, String key, byte[] data, OperationCallback caller) {
    super(type.name(), key, caller);
    this.type = type;
    this.data = data;
  }

  @Override
  String arguments() {
    return " 0 0 " + data.length;
  }

  @Override
  byte[] data() {
    return data;
  }

  @Override
  boolean hasData() {
    return true;
  }

  @Override
  void onLine(String reply) throws IOException {
    switch (reply) {
      case "STORED" -> finish(StoreText.STORED);
      case "NOT_STORED" -> finish(StoreText.NOT_STORED);
      default -> throw unexpected();
    }
  }

  @Override
  public ConcatenationType getStoreType() {
    return type;
  }

  @Override
  public long getCasValue() {
    return 0;
  }

  @Override
  public byte[] getData() {
    return data;
  }
}
