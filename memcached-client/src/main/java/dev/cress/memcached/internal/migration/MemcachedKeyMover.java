package dev.cress.memcached.internal.migration;

import dev.cress.memcached.error.NodeUnavailableException;
import dev.cress.memcached.error.OutcomeUnknownException;
import dev.cress.migration.KeyMover;
import dev.cress.migration.MigrationPolicy.PreviousOwnerFailure;
import dev.cress.node.Node;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Moves the keys of one window. A key that somebody waits for counts as a miss when its previous
 * owner does not answer, if the policy says so; the drain leaves it where it is and comes back.
 * Thread-safe.
 */
final class MemcachedKeyMover implements KeyMover {

  private final WindowContext context;
  private final PreviousOwners previousOwners;
  private final LongTombstones longTombstones;
  private final Drain drain;

  MemcachedKeyMover(WindowContext context) {
    this.context = context;
    this.previousOwners = new PreviousOwners(context);
    this.longTombstones = new LongTombstones(context);
    this.drain =
        new Drain(
            context,
            new KeyList(context.connections()),
            (key, from, to) -> resolve(key, from, to, null));
  }

  /** The window is over in this client. */
  void end() {
    longTombstones.shorten();
  }

  @Override
  public CompletionStage<Void> move(byte[] key, Node from, Node to) {
    boolean missing = context.policy().previousOwnerFailure() == PreviousOwnerFailure.TREAT_AS_MISS;
    return Stages.either(
        resolve(key, from, to, missing ? longTombstones : null),
        result -> CompletableFuture.completedFuture(null),
        failure -> CompletableFuture.failedFuture(ofWaiting(failure, to)));
  }

  /* What becomes of the steps of a move may be unknown; the operation that waits was not sent. */
  private static Throwable ofWaiting(Throwable failure, Node owner) {
    return failure instanceof OutcomeUnknownException
        ? new NodeUnavailableException(owner.name(), failure)
        : failure;
  }

  private CompletionStage<KeyMove.Result> resolve(
      byte[] key, Node from, Node to, @Nullable LongTombstones misses) {
    if (longTombstones.contains(key)) {
      return CompletableFuture.completedFuture(KeyMove.Result.ALREADY);
    }
    return new KeyMove(context, previousOwners, misses, key, from, to)
        .run()
        .whenComplete(
            (result, failure) ->
                context
                    .metrics()
                    .keys(
                        result == null ? KeyMove.Result.FAILED : result,
                        from.name(),
                        to.name(),
                        1));
  }

  @Override
  public DrainPass drain(Node from, BooleanSupplier over) throws InterruptedException {
    return drain.pass(from, over);
  }

  @Override
  public long countUnmoved(Node from) throws InterruptedException {
    return drain.countUnmoved(from);
  }
}
