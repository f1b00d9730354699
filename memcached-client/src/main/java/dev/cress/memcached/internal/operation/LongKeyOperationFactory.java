package dev.cress.memcached.internal.operation;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.spy.memcached.ops.CASOperation;
import net.spy.memcached.ops.ConcatenationOperation;
import net.spy.memcached.ops.ConcatenationType;
import net.spy.memcached.ops.DeleteOperation;
import net.spy.memcached.ops.GetAndTouchOperation;
import net.spy.memcached.ops.GetOperation;
import net.spy.memcached.ops.GetsOperation;
import net.spy.memcached.ops.Mutator;
import net.spy.memcached.ops.MutatorOperation;
import net.spy.memcached.ops.OperationCallback;
import net.spy.memcached.ops.StoreOperation;
import net.spy.memcached.ops.StoreType;
import net.spy.memcached.ops.TouchOperation;

/**
 * Makes operations for keys of any form: those that memcached would refuse are stored under a
 * digest, and their values name them. The operations themselves know nothing of it. Thread-safe.
 */
public final class LongKeyOperationFactory extends TextOperationFactory {

  /**
   * Creates a factory.
   *
   * @param tombstones whether items may be tombstones, because keys may move; to read one is a miss
   */
  public LongKeyOperationFactory(boolean tombstones) {
    super(tombstones);
  }

  @Override
  public String wireKey(String key) {
    LongKey longKey = LongKey.of(key);
    return longKey == null ? key : longKey.wire();
  }

  @Override
  public GetOperation get(String key, GetOperation.Callback caller) {
    LongKey longKey = LongKey.of(key);
    return longKey == null
        ? super.get(key, caller)
        : super.get(longKey.wire(), read(Map.of(longKey.wire(), longKey), caller));
  }

  @Override
  public GetOperation get(Collection<String> keys, GetOperation.Callback caller) {
    List<String> wire = new ArrayList<>(keys.size());
    Map<String, LongKey> longKeys = new HashMap<>();
    for (String key : keys) {
      LongKey longKey = LongKey.of(key);
      if (longKey == null) {
        wire.add(key);
      } else {
        wire.add(longKey.wire());
        longKeys.put(longKey.wire(), longKey);
      }
    }
    return super.get(wire, longKeys.isEmpty() ? caller : read(longKeys, caller));
  }

  private static LongKeyRead read(Map<String, LongKey> longKeys, GetOperation.Callback caller) {
    return new LongKeyRead(
        longKeys, caller, (key, flags, cas, value) -> caller.gotData(key, flags, value));
  }

  @Override
  public GetsOperation gets(String key, GetsOperation.Callback caller) {
    LongKey longKey = LongKey.of(key);
    return longKey == null
        ? super.gets(key, caller)
        : super.gets(
            longKey.wire(),
            new LongKeyRead(Map.of(longKey.wire(), longKey), caller, caller::gotData));
  }

  @Override
  public GetAndTouchOperation getAndTouch(
      String key, int expiration, GetAndTouchOperation.Callback caller) {
    LongKey longKey = LongKey.of(key);
    return longKey == null
        ? super.getAndTouch(key, expiration, caller)
        : super.getAndTouch(
            longKey.wire(),
            expiration,
            new LongKeyRead(Map.of(longKey.wire(), longKey), caller, caller::gotData));
  }

  @Override
  public StoreOperation store(
      StoreType type,
      String key,
      int flags,
      int expiration,
      byte[] data,
      StoreOperation.Callback caller) {
    LongKey longKey = LongKey.of(key);
    return longKey == null
        ? super.store(type, key, flags, expiration, data, caller)
        : super.store(type, longKey.wire(), flags, expiration, longKey.pack(data), caller);
  }

  @Override
  public CASOperation cas(
      StoreType type,
      String key,
      long cas,
      int flags,
      int expiration,
      byte[] data,
      StoreOperation.Callback caller) {
    LongKey longKey = LongKey.of(key);
    return longKey == null
        ? super.cas(type, key, cas, flags, expiration, data, caller)
        : super.cas(type, longKey.wire(), cas, flags, expiration, longKey.pack(data), caller);
  }

  @Override
  public DeleteOperation delete(String key, DeleteOperation.Callback caller) {
    return super.delete(wireKey(key), caller);
  }

  @Override
  public TouchOperation touch(String key, int expiration, OperationCallback caller) {
    return super.touch(wireKey(key), expiration, caller);
  }

  @Override
  public ConcatenationOperation cat(
      ConcatenationType type, long cas, String key, byte[] data, OperationCallback caller) {
    refuseLongKey(type.name(), key);
    return super.cat(type, cas, key, data, caller);
  }

  @Override
  public MutatorOperation mutate(
      Mutator type, String key, long by, long initial, int expiration, OperationCallback caller) {
    refuseLongKey(type.name(), key);
    return super.mutate(type, key, by, initial, expiration, caller);
  }

  private static void refuseLongKey(String command, String key) {
    if (LongKey.of(key) != null) {
      throw new UnsupportedOperationException(
          command + " is not possible on a long key: the server would change the key in its value");
    }
  }
}
