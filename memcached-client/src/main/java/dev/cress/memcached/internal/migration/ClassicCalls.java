package dev.cress.memcached.internal.migration;

import dev.cress.memcached.internal.connection.NodeConnection;
import dev.cress.memcached.internal.operation.TextOperation;
import dev.cress.memcached.internal.operation.TextOperationFactory;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import net.spy.memcached.ops.DeleteOperation;
import net.spy.memcached.ops.GetsOperation;
import net.spy.memcached.ops.Operation;
import net.spy.memcached.ops.OperationCallback;
import net.spy.memcached.ops.OperationStatus;
import net.spy.memcached.ops.StatsOperation;
import net.spy.memcached.ops.StoreOperation;
import net.spy.memcached.ops.StoreType;
import org.jspecify.annotations.Nullable;

/** Commands of the classic text protocol, which every server knows. Thread-safe. */
final class ClassicCalls {

  private static final int AT_ONCE = -1;

  private final TextOperationFactory operations = new TextOperationFactory(false);

  /** Reads the bytes of a value. */
  CompletionStage<Optional<byte[]>> get(NodeConnection node, String key) {
    Values found = new Values();
    return found.send(node, operations.gets(key, found));
  }

  /** Deletes a key and tells whether there was one. */
  CompletionStage<Boolean> delete(NodeConnection node, String key) {
    Success deleted = new Success();
    return deleted.send(node, operations.delete(key, deleted));
  }

  /** Stores bytes that do not expire and tells whether they are stored. */
  CompletionStage<Boolean> store(NodeConnection node, StoreType type, String key, byte[] data) {
    Success stored = new Success();
    return stored.send(node, operations.store(type, key, 0, 0, data, stored));
  }

  /** Makes a server forget all its items. */
  CompletionStage<Boolean> flush(NodeConnection node) {
    Success flushed = new Success();
    return flushed.send(node, operations.flush(AT_ONCE, flushed));
  }

  /** Asks a server how many items it has, of which some may have expired. */
  CompletionStage<Long> items(NodeConnection node) {
    Items items = new Items();
    return items.send(node, operations.stats(null, items));
  }

  /** Ends a future with its operation. */
  private abstract static class Answer<R> implements OperationCallback {
    private final CompletableFuture<R> future = new CompletableFuture<>();
    private volatile @Nullable TextOperation asked;
    private volatile boolean success;

    CompletionStage<R> send(NodeConnection node, Operation operation) {
      asked = (TextOperation) operation;
      node.write(operation);
      return future;
    }

    abstract R value(boolean succeeded);

    @Override
    public void receivedStatus(OperationStatus status) {
      success = status.isSuccess();
    }

    @Override
    public void complete() {
      TextOperation ended = Objects.requireNonNull(asked, "sent");
      if (ended.isAnswered()) {
        future.complete(value(success));
      } else {
        future.completeExceptionally(ended.failure());
      }
    }
  }

  private static final class Success extends Answer<Boolean>
      implements StoreOperation.Callback, DeleteOperation.Callback {
    @Override
    Boolean value(boolean succeeded) {
      return succeeded;
    }

    @Override
    public void gotData(String key, long cas) {}

    @Override
    public void gotData(long cas) {}
  }

  private static final class Values extends Answer<Optional<byte[]>>
      implements GetsOperation.Callback {
    private volatile byte @Nullable [] data;

    @Override
    public void gotData(String key, int flags, long cas, byte[] value) {
      data = value;
    }

    @Override
    Optional<byte[]> value(boolean succeeded) {
      return Optional.ofNullable(data);
    }
  }

  private static final class Items extends Answer<Long> implements StatsOperation.Callback {
    private volatile long items;

    @Override
    public void gotStat(String name, String value) {
      if (name.equals("curr_items")) {
        items = Long.parseLong(value);
      }
    }

    @Override
    Long value(boolean succeeded) {
      return items;
    }
  }
}
