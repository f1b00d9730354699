package dev.cress.memcached.internal.operation;

import dev.cress.node.CressException;
import net.spy.memcached.ops.Mutator;
import net.spy.memcached.ops.MutatorOperation;
import net.spy.memcached.ops.OperationCallback;
import net.spy.memcached.ops.OperationStatus;
import net.spy.memcached.ops.StatusCode;

/** {@code incr} or {@code decr}. */
final class MutatorText extends KeyedTextOperation implements MutatorOperation {

  private final Mutator type;
  private final long by;

  MutatorText(Mutator type, String key, long by, OperationCallback caller) {
    super(type.name(), key, caller);
    this.type = type;
    this.by = by;
  }

  @Override
  String arguments() {
    return " " + by;
  }

  @Override
  void onLine(String reply) {
    if (reply.equals("NOT_FOUND")) {
      finish(NOT_FOUND);
      return;
    }
    String value = reply.strip();
    try {
      Long.parseLong(value);
    } catch (NumberFormatException e) {
      // A server counts up to 2^64, a caller of spymemcached gets a long.
      fail(new CressException("the counter is greater than " + Long.MAX_VALUE, e));
      return;
    }
    finish(new OperationStatus(true, value, StatusCode.SUCCESS));
  }

  @Override
  public Mutator getType() {
    return type;
  }

  @Override
  public long getBy() {
    return by;
  }

  @Override
  public long getDefault() {
    return -1;
  }

  @Override
  public int getExpiration() {
    return -1;
  }
}
