package dev.cress.memcached.internal.operation;

import java.io.IOException;
import net.spy.memcached.CASResponse;
import net.spy.memcached.ops.CASOperation;
import net.spy.memcached.ops.CASOperationStatus;
import net.spy.memcached.ops.CancelledOperationStatus;
import net.spy.memcached.ops.OperationStatus;
import net.spy.memcached.ops.StatusCode;
import net.spy.memcached.ops.StoreOperation;
import net.spy.memcached.ops.StoreType;

/** {@code cas}. */
final class CasText extends KeyedTextOperation implements CASOperation, CarriesToken {

  private static final OperationStatus STORED =
      new CASOperationStatus(true, "STORED", CASResponse.OK, StatusCode.SUCCESS);
  private static final OperationStatus EXISTS =
      new CASOperationStatus(false, "EXISTS", CASResponse.EXISTS, StatusCode.ERR_EXISTS);
  private static final OperationStatus NOT_FOUND =
      new CASOperationStatus(false, "NOT_FOUND", CASResponse.NOT_FOUND, StatusCode.ERR_NOT_FOUND);

  private final long casValue;
  private final int flags;
  private final int expiration;
  private final byte[] data;

  CasText(
      String key,
      long casValue,
      int flags,
      int expiration,
      byte[] data,
      StoreOperation.Callback caller) {
    super("cas", key, caller);
    this.casValue = casValue;
    this.flags = flags;
    this.expiration = expiration;
    this.data = data;
  }

  @Override
  String arguments() {
    return " "
        + Integer.toUnsignedString(flags)
        + " "
        + expiration
        + " "
        + data.length
        + " "
        + CasToken.text(casValue);
  }

  @Override
  public boolean fits(int tag) {
    return CasToken.fits(tag, casValue);
  }

  @Override
  public void endAsChanged() {
    finish(EXISTS);
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
      case "EXISTS" -> finish(EXISTS);
      case "NOT_FOUND" -> finish(NOT_FOUND);
      default -> throw unexpected();
    }
  }

  /** spymemcached's caller throws on any other status of a failure. */
  @Override
  OperationStatus failed(String message) {
    return new CancelledOperationStatus();
  }

  @Override
  public StoreType getStoreType() {
    return StoreType.set;
  }

  @Override
  public long getCasValue() {
    return casValue;
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
