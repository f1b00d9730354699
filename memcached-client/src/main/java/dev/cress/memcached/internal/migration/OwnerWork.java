package dev.cress.memcached.internal.migration;

import dev.cress.memcached.error.NodeUnavailableException;
import dev.cress.memcached.error.OutcomeUnknownException;
import dev.cress.memcached.internal.connection.NodeConnection;
import dev.cress.memcached.internal.migration.ServerCalls.Step;
import dev.cress.memcached.internal.operation.MetaArithmetic;
import dev.cress.memcached.internal.operation.MetaCount;
import dev.cress.memcached.internal.operation.MetaDelete;
import dev.cress.memcached.internal.operation.MetaGet;
import dev.cress.memcached.internal.operation.MetaItem;
import dev.cress.memcached.internal.operation.MetaOperation;
import dev.cress.memcached.internal.operation.MetaOutcome;
import dev.cress.memcached.internal.operation.MetaSet;
import dev.cress.memcached.internal.operation.Replay;
import dev.cress.memcached.internal.operation.TextOperation;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import net.spy.memcached.ops.CASOperation;
import net.spy.memcached.ops.ConcatenationOperation;
import net.spy.memcached.ops.ConcatenationType;
import net.spy.memcached.ops.DeleteOperation;
import net.spy.memcached.ops.GetAndTouchOperation;
import net.spy.memcached.ops.GetOperation;
import net.spy.memcached.ops.GetsOperation;
import net.spy.memcached.ops.MutatorOperation;
import net.spy.memcached.ops.Operation;
import net.spy.memcached.ops.StoreOperation;
import net.spy.memcached.ops.StoreType;
import net.spy.memcached.ops.TouchOperation;

/**
 * Works on keys at their owner, where stubs and tombstones may stand in place of values: to a plain
 * command they are values without content. A read looks at what it gets. Whatever depends on a
 * value looks first and then works on that very item, by its CAS token; if it was changed in
 * between, it looks again. Thread-safe.
 */
final class OwnerWork implements KeyWork {

  private static final CompletionStage<Void> DONE = CompletableFuture.completedFuture(null);
  private static final String CLIENT_ERROR = "CLIENT_ERROR";

  private final ServerCalls calls;

  OwnerWork(ServerCalls calls) {
    this.calls = calls;
  }

  /** Clients that end the window later may leave stubs and tombstones for some time more. */
  @Override
  public Duration afterWindow() {
    return Duration.ofSeconds(Items.TOMBSTONE_SECONDS + 2L * Items.LEASE_SECONDS);
  }

  @Override
  public CompletionStage<Void> perform(TextOperation operation, byte[] key, NodeConnection owner) {
    return new Work(operation, key, owner).begin();
  }

  /** The work of one operation. */
  private final class Work {
    private final TextOperation operation;
    private final byte[] key;
    private final NodeConnection owner;

    Work(TextOperation operation, byte[] key, NodeConnection owner) {
      this.operation = operation;
      this.key = key;
      this.owner = owner;
    }

    CompletionStage<Void> begin() {
      Operation asked = operation;
      if (asked instanceof GetOperation || asked instanceof GetsOperation) {
        return call(Step.LOOK, MetaGet.look(key)).thenCompose(this::answer);
      } else if (asked instanceof StoreOperation store) {
        return store(store);
      } else if (asked instanceof ConcatenationOperation concatenation) {
        return ifValue(item -> concatenate(concatenation, item), "NOT_STORED");
      } else if (asked instanceof MutatorOperation mutator && mutator.getBy() < 0) {
        return send(); // a server refuses that before it looks at the key
      } else if (asked instanceof MutatorOperation mutator) {
        return ifValue(item -> count(mutator, item), "NOT_FOUND");
      } else if (asked instanceof TouchOperation touch) {
        return ifValue(item -> touch(touch.getExpiration()), "NOT_FOUND");
      } else if (asked instanceof GetAndTouchOperation touch) {
        return ifValue(item -> touch(touch.getExpiration()), "EN");
      } else if (asked instanceof DeleteOperation) {
        return ifValue(this::delete, "NOT_FOUND");
      } else if (asked instanceof CASOperation) {
        return ifValue(item -> send(), "NOT_FOUND");
      }
      return send();
    }

    private <R> CompletionStage<R> call(Step step, MetaOperation<R> operation) {
      return calls.call(step, owner, operation);
    }

    /** Sends the operation itself; those behind it stay behind it. */
    private CompletionStage<Void> send() {
      owner.write(operation);
      return DONE;
    }

    private CompletionStage<Void> answer(MetaItem item) {
      if (Items.isValue(item)) {
        Replay.value(operation, key, item);
      } else {
        Replay.miss(operation);
      }
      return DONE;
    }

    private CompletionStage<Void> end(String line) {
      Replay.line(operation, line);
      return DONE;
    }

    /* Nothing was done yet if the look fails. */
    private CompletionStage<Void> look(Function<MetaItem, CompletionStage<Void>> then) {
      return Stages.either(
          call(Step.LOOK, MetaGet.look(key)),
          item -> operation.isWanted() ? then.apply(item) : DONE,
          failure ->
              CompletableFuture.failedFuture(
                  failure instanceof OutcomeUnknownException
                      ? new NodeUnavailableException(owner.name(), failure)
                      : failure));
    }

    private CompletionStage<Void> ifValue(
        Function<MetaItem, CompletionStage<Void>> then, String otherwise) {
      return look(item -> Items.isValue(item) ? then.apply(item) : end(otherwise));
    }

    /* Without the token two callers could both be told that they deleted the one value. */
    private CompletionStage<Void> delete(MetaItem item) {
      return call(Step.WORK, new MetaDelete(key, item.token()))
          .thenCompose(
              outcome ->
                  switch (outcome) {
                    case DONE -> end("DELETED");
                    case EXISTS -> begin();
                    default -> end("NOT_FOUND");
                  });
    }

    private CompletionStage<Void> store(StoreOperation store) {
      if (store.getStoreType() == StoreType.add) {
        return look(item -> add(store, item));
      } else if (store.getStoreType() == StoreType.replace) {
        return ifValue(item -> write(replacing(store, item), "STORED"), "NOT_STORED");
      }
      return send();
    }

    private CompletionStage<Void> add(StoreOperation store, MetaItem item) {
      if (Items.isValue(item)) {
        return end("NOT_STORED");
      }
      boolean free = item.state() == MetaItem.State.ABSENT;
      MetaSet add =
          new MetaSet(
              key, MetaSet.Mode.ADD, store.getFlags(), store.getExpiration(), store.getData());
      return write(free ? add : replacing(store, item), "STORED");
    }

    private MetaSet replacing(StoreOperation store, MetaItem item) {
      return new MetaSet(
          key,
          MetaSet.Mode.SET,
          store.getFlags(),
          store.getExpiration(),
          store.getData(),
          item.token());
    }

    private CompletionStage<Void> concatenate(ConcatenationOperation operation, MetaItem item) {
      boolean behind = operation.getStoreType() == ConcatenationType.append;
      MetaSet.Mode mode = behind ? MetaSet.Mode.APPEND : MetaSet.Mode.PREPEND;
      return write(new MetaSet(key, mode, 0, 0, operation.getData(), item.token()), "STORED");
    }

    private CompletionStage<Void> write(MetaSet write, String done) {
      return call(Step.WORK, write)
          .thenCompose(outcome -> outcome == MetaOutcome.DONE ? end(done) : begin());
    }

    private CompletionStage<Void> count(MutatorOperation mutator, MetaItem item) {
      MetaArithmetic count =
          new MetaArithmetic(key, mutator.getType(), mutator.getBy(), item.token());
      return Stages.either(
          call(Step.WORK, count), this::counted, failure -> notCounted(item, failure));
    }

    private CompletionStage<Void> counted(MetaCount count) {
      return count.outcome() == MetaOutcome.DONE ? end(count.value()) : begin();
    }

    /* What the server says against a value or a number is said to the caller in its words. But it
     * refuses an empty item before it compares tokens: a stub or a tombstone that took the place of
     * the value since is no answer. */
    private CompletionStage<Void> notCounted(MetaItem item, Throwable failure) {
      String message = String.valueOf(failure.getMessage());
      int words = message.indexOf(CLIENT_ERROR);
      if (words < 0) {
        return CompletableFuture.failedFuture(failure);
      }
      return look(now -> now.token() == item.token() ? end(message.substring(words)) : begin());
    }

    /* There is no touching by token. What became of a value since it was looked at, a stub or a
     * tombstone, shall not live on for as long as a value: it is made a tombstone. */
    private CompletionStage<Void> touch(int expiration) {
      return call(Step.WORK, MetaGet.touch(key, expiration))
          .thenCompose(item -> touched(item, operation instanceof TouchOperation));
    }

    private CompletionStage<Void> touched(MetaItem item, boolean withoutValue) {
      if (Items.isValue(item)) {
        return withoutValue ? end("TOUCHED") : answer(item);
      }
      if (item.state() == MetaItem.State.ABSENT) {
        return begin();
      }
      return call(Step.WORK, Items.tombstone(key, Items.TOMBSTONE_SECONDS, item.token()))
          .thenCompose(outcome -> begin());
    }
  }
}
