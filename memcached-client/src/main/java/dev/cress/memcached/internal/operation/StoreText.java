package dev.cress.memcached.internal.operation;

import java.io.IOException;
import net.spy.memcached.ops.OperationStatus;
import net.spy.memcached.ops.StatusCode;
import net.spy.memcached.ops.StoreOperation;
import net.spy.memcached.ops.StoreType;

/** {@code set}, {@code add} or {@code replace}. */
final class StoreText extends KeyedTextOperation implements StoreOperation {

  static final OperationStatus STORED = new OperationStatus(true, "STORED", StatusCode.SUCCESS);
  static final OperationStatus NOT_STORED =
      new OperationStatus(false, "NOT_STORED", StatusCode.ERR_NOT_STORED);

  private final StoreType type;
  private final int flags;
  private final int expiration;
  private final byte[] data;

  StoreText(
      StoreType type,
      String key,
      int flags,
      int expiration,
      byte[] data,
      StoreOperation.Callback caller) {
    super(type.name(), key, caller);
    this.type = type;
    this.flags = flags;
    this.expiration = expiration;
    this.data = data;
  }

  @Override
  String arguments() {
    return " " + Integer.toUnsignedString(flags) + " " + expiration + " " + data.length;
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
      case "STORED" -> finish(STORED);
      case "NOT_STORED" -> finish(NOT_STORED);
      default -> throw unexpected();
    }
  }

  @Override
  public StoreType getStoreType() {
    return type;
  }

  @Override
  public int flags() {
    return flags;
  }

  @Override
  public int getFlags() {
    return flags;
  }

  @Override
  public int getExpiration() {
    return expiration;
  }

  @Override
  public byte[] getData() {
    return data;
  }
}
