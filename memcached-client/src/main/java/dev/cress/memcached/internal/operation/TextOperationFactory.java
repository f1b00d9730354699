package dev.cress.memcached.internal.operation;

import java.util.Collection;
import net.spy.memcached.ops.CASOperation;
import net.spy.memcached.ops.ConcatenationOperation;
import net.spy.memcached.ops.ConcatenationType;
import net.spy.memcached.ops.DeleteOperation;
import net.spy.memcached.ops.FlushOperation;
import net.spy.memcached.ops.GetAndTouchOperation;
import net.spy.memcached.ops.GetOperation;
import net.spy.memcached.ops.GetlOperation;
import net.spy.memcached.ops.GetsOperation;
import net.spy.memcached.ops.Mutator;
import net.spy.memcached.ops.MutatorOperation;
import net.spy.memcached.ops.NoopOperation;
import net.spy.memcached.ops.OperationCallback;
import net.spy.memcached.ops.StatsOperation;
import net.spy.memcached.ops.StoreOperation;
import net.spy.memcached.ops.StoreType;
import net.spy.memcached.ops.TouchOperation;
import net.spy.memcached.ops.UnlockOperation;
import net.spy.memcached.ops.VersionOperation;
import net.spy.memcached.protocol.ascii.AsciiOperationFactory;
import org.jspecify.annotations.Nullable;

/** Makes our operations for spymemcached's client. Thread-safe. */
public class TextOperationFactory extends AsciiOperationFactory {

  private final boolean tombstones;

  /**
   * Creates a factory.
   *
   * @param tombstones whether items may be tombstones, because keys may move; to read one is a miss
   */
  public TextOperationFactory(boolean tombstones) {
    this.tombstones = tombstones;
  }

  /**
   * The key that the operations on a key send, which decides the owner.
   *
   * @param key a caller's key
   * @return the same key
   */
  public String wireKey(String key) {
    return key;
  }

  @Override
  public GetOperation get(String key, GetOperation.Callback caller) {
    return new GetText(key, tombstones, caller);
  }

  @Override
  public GetOperation get(Collection<String> keys, GetOperation.Callback caller) {
    return new MultiGetText(keys, tombstones, caller);
  }

  @Override
  public GetsOperation gets(String key, GetsOperation.Callback caller) {
    return new GetsText(key, tombstones, caller);
  }

  @Override
  public GetAndTouchOperation getAndTouch(
      String key, int expiration, GetAndTouchOperation.Callback caller) {
    return new GetAndTouchMeta(key, expiration, tombstones, caller);
  }

  @Override
  public StoreOperation store(
      StoreType type,
      String key,
      int flags,
      int expiration,
      byte[] data,
      StoreOperation.Callback caller) {
    return new StoreText(type, key, flags, expiration, data, caller);
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
    return new CasText(key, cas, flags, expiration, data, caller);
  }

  @Override
  public ConcatenationOperation cat(
      ConcatenationType type, long cas, String key, byte[] data, OperationCallback caller) {
    return new ConcatenationText(type, key, data, caller);
  }

  @Override
  public DeleteOperation delete(String key, DeleteOperation.Callback caller) {
    return new DeleteText(key, caller);
  }

  @Override
  public MutatorOperation mutate(
      Mutator type, String key, long by, long initial, int expiration, OperationCallback caller) {
    return new MutatorText(type, key, by, caller);
  }

  @Override
  public TouchOperation touch(String key, int expiration, OperationCallback caller) {
    return new TouchText(key, expiration, caller);
  }

  @Override
  public FlushOperation flush(int delay, OperationCallback caller) {
    return new FlushText(delay, caller);
  }

  @Override
  public VersionOperation version(OperationCallback caller) {
    return new VersionText(caller);
  }

  @Override
  public NoopOperation noop(OperationCallback caller) {
    return new VersionText(caller);
  }

  @Override
  public StatsOperation stats(@Nullable String argument, StatsOperation.Callback caller) {
    return new StatsText(argument, caller);
  }

  /**
   * Logs in on a new connection.
   *
   * @param user the user's name
   * @param password the password
   * @param caller told the end
   * @return a new operation
   */
  public TextOperation login(String user, String password, OperationCallback caller) {
    return new LoginText(user, password, caller);
  }

  @Override
  public GetlOperation getl(String key, int expiration, GetlOperation.Callback caller) {
    throw notInMemcached("getl");
  }

  @Override
  public UnlockOperation unlock(String key, long cas, OperationCallback caller) {
    throw notInMemcached("unlock");
  }

  private static UnsupportedOperationException notInMemcached(String command) {
    return new UnsupportedOperationException(command + " is a command of Couchbase");
  }
}
