package dev.cress.memcached;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.cress.memcached.internal.connection.NodeConnection;
import dev.cress.memcached.internal.migration.ServerCalls;
import dev.cress.memcached.internal.migration.ServerCalls.Step;
import dev.cress.memcached.internal.operation.MetaArithmetic;
import dev.cress.memcached.internal.operation.MetaCount;
import dev.cress.memcached.internal.operation.MetaDelete;
import dev.cress.memcached.internal.operation.MetaGet;
import dev.cress.memcached.internal.operation.MetaItem;
import dev.cress.memcached.internal.operation.MetaItem.State;
import dev.cress.memcached.internal.operation.MetaOperation;
import dev.cress.memcached.internal.operation.MetaOutcome;
import dev.cress.memcached.internal.operation.MetaSet;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The protocol with one precaution left out, as somebody might write it at first. */
final class NaiveVariants {

  private static final int TOMBSTONE = 1 << 31;
  private static final byte[] NOTHING = {};

  private NaiveVariants() {}

  /** The value that was taken is put over whatever the owner has. */
  static final Variant PUT_WITHOUT_TOKEN =
      replacing(Step.PUT, MetaSet.class, call -> call.send(call.put(MetaSet.Mode.SET)));

  /** The value that was taken is put if the owner has nothing. */
  static final Variant PUT_BY_ADD =
      replacing(Step.PUT, MetaSet.class, call -> call.send(call.put(MetaSet.Mode.ADD)));

  /** A value that came too late is put again, by the token of what stands there now. */
  static final Variant LATE_PUT_TRIED_AGAIN =
      replacing(Step.PUT, MetaSet.class, Call::putUntilItIsDone);

  /** The previous owner keeps its copy. */
  static final Variant TAKE_KEEPS_THE_COPY =
      replacing(Step.TAKE, MetaGet.class, call -> call.look());

  /** Who meets the lease of another does not wait. */
  static final Variant STUB_IS_A_MISS =
      replacing(
          Step.LEASE,
          MetaGet.class,
          call ->
              call.sendAsAsked()
                  .thenApply(
                      item ->
                          item instanceof MetaItem found && found.state() == State.LEASED
                              ? absent()
                              : item));

  /** A key is worked on at its owner as if it had moved. */
  static final Variant NOT_MOVED_FIRST =
      replacing(Step.LEASE, MetaGet.class, call -> CompletableFuture.completedFuture(absent()));

  /** The note that there is no value is left over whatever the owner has. */
  static final Variant TOMBSTONE_WITHOUT_TOKEN =
      replacing(
          Step.TOMBSTONE,
          MetaSet.class,
          call -> call.send(new MetaSet(call.key(), MetaSet.Mode.SET, TOMBSTONE, 10, NOTHING)));

  /** Whatever stands under the key is deleted, not what was looked at. */
  static final Variant DELETE_WITHOUT_TOKEN =
      replacing(Step.WORK, MetaDelete.class, call -> call.send(new MetaDelete(call.key())));

  /** Counting is a read and a write. */
  static final Variant COUNT_BY_READ_AND_WRITE =
      replacing(Step.WORK, MetaArithmetic.class, Call::writeOneMore);

  private static MetaItem absent() {
    return new MetaItem(State.ABSENT, 0, 0, -1, NOTHING);
  }

  private static Variant replacing(
      Step step, Class<?> type, Function<Call<?>, CompletionStage<?>> instead) {
    return next -> new Replacing(next, step, type, instead);
  }

  /**
   * A call that is to be sent, or another in its place.
   *
   * @param seen what the last look or take of the key answered
   */
  private record Call<R>(
      ServerCalls next, Step step, NodeConnection node, MetaOperation<R> asked, MetaItem seen) {

    byte[] key() {
      return asked.keyBytes();
    }

    CompletionStage<R> sendAsAsked() {
      return send(asked);
    }

    <T> CompletionStage<T> send(MetaOperation<T> other) {
      return next.call(step, node, other);
    }

    CompletionStage<MetaItem> look() {
      return send(MetaGet.look(key()));
    }

    MetaSet put(MetaSet.Mode mode) {
      return new MetaSet(key(), mode, seen.flags(), Math.max(0, seen.ttl()), seen.data());
    }

    CompletionStage<MetaOutcome> putUntilItIsDone() {
      return sendAsAsked()
          .thenCompose(
              outcome ->
                  outcome == MetaOutcome.DONE
                      ? CompletableFuture.completedFuture(MetaOutcome.DONE)
                      : look().thenCompose(this::putOver));
    }

    private CompletionStage<MetaOutcome> putOver(MetaItem item) {
      int expiration = Math.max(0, seen.ttl());
      return send(
          new MetaSet(
              key(), MetaSet.Mode.SET, seen.flags(), expiration, seen.data(), item.token()));
    }

    CompletionStage<MetaCount> writeOneMore() {
      String text = String.valueOf(Long.parseLong(new String(seen.data(), UTF_8)) + 1);
      return send(new MetaSet(key(), MetaSet.Mode.SET, seen.flags(), 60, text.getBytes(UTF_8)))
          .thenApply(outcome -> new MetaCount(outcome, text));
    }
  }

  /** Replaces one kind of call. */
  private record Replacing(
      ServerCalls next,
      Step replaced,
      Class<?> type,
      Function<Call<?>, CompletionStage<?>> instead,
      Map<ByteBuffer, MetaItem> seen)
      implements ServerCalls {

    Replacing(
        ServerCalls next,
        Step replaced,
        Class<?> type,
        Function<Call<?>, CompletionStage<?>> instead) {
      this(next, replaced, type, instead, new ConcurrentHashMap<>());
    }

    @Override
    @SuppressWarnings("unchecked") // what is sent instead answers the same
    public <R> CompletionStage<R> call(Step step, NodeConnection node, MetaOperation<R> operation) {
      ByteBuffer key = ByteBuffer.wrap(operation.keyBytes());
      CompletionStage<R> reply =
          step == replaced && type.isInstance(operation)
              ? (CompletionStage<R>) instead.apply(callOf(step, node, operation, key))
              : next.call(step, node, operation);
      return reply.thenApply(
          answer -> {
            if (answer instanceof MetaItem item && step != Step.LEASE) {
              seen.put(key, item);
            }
            return answer;
          });
    }

    private <R> Call<R> callOf(
        Step step, NodeConnection node, MetaOperation<R> operation, ByteBuffer key) {
      MetaItem last = Objects.requireNonNullElseGet(seen.get(key), NaiveVariants::absent);
      return new Call<>(next, step, node, operation, last);
    }
  }
}
