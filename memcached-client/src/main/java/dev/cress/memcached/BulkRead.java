package dev.cress.memcached;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import net.spy.memcached.CachedData;
import net.spy.memcached.OperationFactory;
import net.spy.memcached.internal.BulkGetFuture;
import net.spy.memcached.ops.GetOperation;
import net.spy.memcached.ops.Operation;
import net.spy.memcached.ops.OperationStatus;
import net.spy.memcached.transcoders.TranscodeService;
import net.spy.memcached.transcoders.Transcoder;
import org.jspecify.annotations.Nullable;

/**
 * A read of several keys: all values, or a failure; {@code getSome} gives those that are there.
 * Thread-safe.
 */
final class BulkRead<T> extends BulkGetFuture<T> {

  private final Map<String, Future<T>> values;
  private final CountDownLatch latch;
  private final @Nullable Operation operation;
  private volatile boolean cutShort;

  private BulkRead(
      Map<String, Future<T>> values,
      @Nullable Operation operation,
      CountDownLatch latch,
      ExecutorService listeners) {
    super(values, operation == null ? List.of() : List.of(operation), latch, listeners);
    this.values = values;
    this.operation = operation;
    this.latch = latch;
  }

  /** A read that has not been sent; without an operation if there are no keys. */
  static <T> BulkRead<T> of(
      Map<String, Transcoder<T>> keys,
      OperationFactory operations,
      TranscodeService decoding,
      ExecutorService listeners) {
    Map<String, Future<T>> values = new ConcurrentHashMap<>();
    CountDownLatch latch = new CountDownLatch(keys.isEmpty() ? 0 : 1);
    if (keys.isEmpty()) {
      return new BulkRead<>(values, null, latch, listeners);
    }
    Answers<T> answers = new Answers<>(keys, values, decoding);
    BulkRead<T> read =
        new BulkRead<>(values, operations.get(keys.keySet(), answers), latch, listeners);
    answers.read = read;
    return read;
  }

  /** What is to be sent; null if there is nothing. */
  @Nullable Operation operation() {
    return operation;
  }

  /**
   * The values that are there after a while. Keys of a node that failed or did not answer are
   * missing, as those that are not in the cache are.
   */
  @Override
  public Map<String, T> getSome(long timeout, TimeUnit unit)
      throws InterruptedException, ExecutionException {
    cutShort = !latch.await(timeout, unit);
    Map<String, T> found = new HashMap<>();
    for (Map.Entry<String, Future<T>> value : values.entrySet()) {
      found.put(value.getKey(), value.getValue().get());
    }
    return found;
  }

  @Override
  public boolean isTimeout() {
    return cutShort || super.isTimeout();
  }

  private void end() {
    latch.countDown();
    signalComplete();
  }

  /** Takes the values as they come. */
  private static final class Answers<T> implements GetOperation.Callback {
    private final Map<String, Transcoder<T>> keys;
    private final Map<String, Future<T>> values;
    private final TranscodeService decoding;
    private volatile @Nullable BulkRead<T> read;

    Answers(
        Map<String, Transcoder<T>> keys, Map<String, Future<T>> values, TranscodeService decoding) {
      this.keys = keys;
      this.values = values;
      this.decoding = decoding;
    }

    @Override
    public void gotData(String key, int flags, byte[] data) {
      Transcoder<T> transcoder = keys.get(key);
      if (transcoder != null) {
        CachedData cached = new CachedData(flags, data, transcoder.getMaxSize());
        values.put(key, decoding.decode(transcoder, cached));
      }
    }

    @Override
    public void receivedStatus(OperationStatus status) {
      BulkRead<T> current = read;
      if (current != null) {
        current.setStatus(status);
      }
    }

    @Override
    public void complete() {
      BulkRead<T> current = read;
      if (current != null) {
        current.end();
      }
    }
  }
}
