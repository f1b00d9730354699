package dev.cress.memcached.internal.operation;

import java.util.Map;
import net.spy.memcached.ops.GetAndTouchOperation;
import net.spy.memcached.ops.GetOperation;
import net.spy.memcached.ops.GetsOperation;
import net.spy.memcached.ops.OperationCallback;
import net.spy.memcached.ops.OperationStatus;

/**
 * Hands the values of a read to its caller, those of long keys unpacked and under the caller's own
 * keys. A value that belongs to another key is a miss. Thread-safe if the caller is.
 */
final class LongKeyRead
    implements GetOperation.Callback, GetsOperation.Callback, GetAndTouchOperation.Callback {

  /** Takes one value. */
  @FunctionalInterface
  interface Taker {
    void take(String key, int flags, long cas, byte[] value);
  }

  private final Map<String, LongKey> keys;
  private final OperationCallback caller;
  private final Taker taker;
  private volatile boolean found;

  /**
   * Creates the callback of one read.
   *
   * @param keys the long keys among those that are read, by what is on the wire
   * @param caller told the end
   * @param taker takes the values
   */
  LongKeyRead(Map<String, LongKey> keys, OperationCallback caller, Taker taker) {
    this.keys = keys;
    this.caller = caller;
    this.taker = taker;
  }

  @Override
  public void gotData(String wire, int flags, byte[] data) {
    gotData(wire, flags, 0, data);
  }

  @Override
  public void gotData(String wire, int flags, long cas, byte[] data) {
    LongKey longKey = keys.get(wire);
    if (longKey == null) {
      deliver(wire, flags, cas, data);
      return;
    }
    byte[] value = longKey.unpack(data);
    if (value != null) {
      deliver(longKey.key(), flags, cas, value);
    }
  }

  private void deliver(String key, int flags, long cas, byte[] value) {
    found = true;
    taker.take(key, flags, cas, value);
  }

  @Override
  public void receivedStatus(OperationStatus status) {
    boolean miss = status.isSuccess() && !found;
    caller.receivedStatus(miss ? KeyedTextOperation.NOT_FOUND : status);
  }

  @Override
  public void complete() {
    caller.complete();
  }
}
