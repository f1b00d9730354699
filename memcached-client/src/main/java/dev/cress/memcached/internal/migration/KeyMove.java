package dev.cress.memcached.internal.migration;

import dev.cress.memcached.error.NodeUnavailableException;
import dev.cress.memcached.error.OutcomeUnknownException;
import dev.cress.memcached.internal.migration.ServerCalls.Step;
import dev.cress.memcached.internal.operation.MetaDelete;
import dev.cress.memcached.internal.operation.MetaGet;
import dev.cress.memcached.internal.operation.MetaItem;
import dev.cress.memcached.internal.operation.MetaOutcome;
import dev.cress.memcached.internal.operation.MetaSet;
import dev.cress.migration.MigrationEvent.Kind;
import dev.cress.node.Node;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Brings one key from its previous owner to its owner. For one use.
 *
 * <p>memcached has no scripts, so authority over a key is won step by step, and the previous owner
 * loses its copy before the owner gets one: there are never two. The owner's {@code mg} with a
 * lease leaves a stub where it has nothing, and tells the first asker that it is to fill it. That
 * one takes the value at the previous owner, reading it and letting it expire in one step, and puts
 * it in place of the stub, by the stub's CAS token. Whatever came in between, a newer write, a
 * delete, an eviction or a restart, has made the token void: then the value that was taken is an
 * old one, and is dropped. A key that the previous owner does not have gets a tombstone instead,
 * again by the token, before anybody is told that there is none.
 *
 * <p>Others who ask meanwhile wait for the holder of the lease. When it stays away for long they do
 * its work, with its token: taking is atomic and the token is good once, so it does no harm if it
 * comes after all. The value that a holder took before it went away is lost.
 */
final class KeyMove {

  /** What became of a key; the names are those of a meter's tag. */
  enum Result {
    /** Its value was moved. */
    ADOPTED,
    /** It had no value. */
    ABSENT,
    /** The owner had authority already. */
    ALREADY,
    /**
     * The previous owner did not answer, or the owner refused the value: the key counts as one
     * without a value.
     */
    FAILED
  }

  private static final long MOST_PAUSE_MILLIS = 32;
  private static final int MOST_DOUBLINGS = 5;
  private static final int PAUSES_TO_HELP = 20;

  private final WindowContext context;
  private final PreviousOwners previousOwners;
  private final @Nullable LongTombstones misses;
  private final byte[] key;
  private final Node from;
  private final Node to;
  private long awaited;
  private int pauses;

  /**
   * A move that has not begun.
   *
   * @param misses takes the key if it counts as a miss because the previous owner does not answer;
   *     null if the move fails then
   */
  KeyMove(
      WindowContext context,
      PreviousOwners previousOwners,
      @Nullable LongTombstones misses,
      byte[] key,
      Node from,
      Node to) {
    this.context = context;
    this.previousOwners = previousOwners;
    this.misses = misses;
    this.key = key;
    this.from = from;
    this.to = to;
  }

  /** Completes when the owner has authority; fails when that is not known. */
  CompletionStage<Result> run() {
    return context
        .call(Step.LEASE, to, MetaGet.lease(key, Items.LEASE_SECONDS))
        .thenCompose(this::leased);
  }

  private CompletionStage<Result> leased(MetaItem item) {
    if (!Items.isStub(item)) {
      return CompletableFuture.completedFuture(Result.ALREADY);
    }
    return item.state() == MetaItem.State.WON
        ? take(item.token(), () -> tombstone(item.token()))
        : awaitHolder(item.token());
  }

  /* After about half a second the value is looked for. If it is not where it was, the holder has it
   * or had it: the stub is left to it for as long as it lives, then somebody else wins the lease. */
  private CompletionStage<Result> awaitHolder(long token) {
    if (token != awaited) {
      awaited = token;
      pauses = 0;
    }
    long pause = Math.min(MOST_PAUSE_MILLIS, 1L << Math.min(pauses, MOST_DOUBLINGS));
    pauses++;
    return pauses == PAUSES_TO_HELP
        ? take(token, () -> awaitHolder(token))
        : Stages.later(pause).thenCompose(waited -> run());
  }

  private CompletionStage<Result> take(long token, Supplier<CompletionStage<Result>> ifAbsent) {
    return Stages.either(
        previousOwners.take(from, key),
        found -> Items.isValue(found) && found.ttl() != 0 ? put(found, token) : ifAbsent.get(),
        failure -> notTaken(token, failure));
  }

  private CompletionStage<Result> put(MetaItem found, long token) {
    return Stages.either(
        context.insist(Step.PUT, to, () -> write(found, token)),
        outcome -> afterWrite(outcome, Result.ADOPTED),
        this::notPut);
  }

  private MetaSet write(MetaItem found, long token) {
    int expiration = Items.expiration(found.ttl());
    return new MetaSet(key, MetaSet.Mode.SET, found.flags(), expiration, found.data(), token);
  }

  /* A connection that failed fails the command. A value that the owner refuses is lost: the next
   * round finds none, as it was taken. */
  private CompletionStage<Result> notPut(Throwable failure) {
    context.tell(Kind.ADOPT_FAILED, to, 1, "a value was lost: " + failure.getMessage());
    boolean unreachable =
        failure instanceof NodeUnavailableException || failure instanceof OutcomeUnknownException;
    return unreachable
        ? CompletableFuture.failedFuture(failure)
        : run().thenApply(result -> result == Result.ABSENT ? Result.FAILED : result);
  }

  private CompletionStage<Result> tombstone(long token) {
    return context
        .insist(Step.TOMBSTONE, to, () -> Items.tombstone(key, Items.TOMBSTONE_SECONDS, token))
        .thenCompose(outcome -> afterWrite(outcome, Result.ABSENT));
  }

  /* The previous owner may still have the value: nobody shall ask it again before the window ends. */
  private CompletionStage<Result> notTaken(long token, Throwable failure) {
    LongTombstones noted = misses;
    if (noted != null) {
      return context
          .insist(Step.TOMBSTONE, to, () -> Items.tombstone(key, context.secondsLeft(), token))
          .thenCompose(
              outcome -> {
                noted.add(to, key);
                return afterWrite(outcome, Result.FAILED);
              });
    }
    return Stages.either(
        context.call(Step.RELEASE, to, new MetaDelete(key, token)),
        released -> CompletableFuture.failedFuture(failure),
        unreleased -> CompletableFuture.failedFuture(failure));
  }

  private CompletionStage<Result> afterWrite(MetaOutcome outcome, Result result) {
    return outcome == MetaOutcome.DONE ? CompletableFuture.completedFuture(result) : run();
  }
}
