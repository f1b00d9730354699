package dev.cress.redis.internal.migration;

import dev.cress.migration.KeyMover;
import dev.cress.migration.MigrationEvent.Kind;
import dev.cress.migration.MigrationException;
import dev.cress.migration.MigrationPolicy;
import dev.cress.migration.MigrationPolicy.PreviousOwnerFailure;
import dev.cress.migration.MigrationPolicy.TooLarge;
import dev.cress.node.Node;
import dev.cress.redis.internal.connection.Failures;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Moves keys of one window between Redis servers: asks the owner, reads at the previous owner,
 * writes at the owner, then cleans up behind. Thread-safe.
 */
final class RedisKeyMover implements KeyMover {

  /*
   * Authority over a key sits at its owner and flips there, in one script, adopt: a key that is
   * marked or present at the owner is the owner's; any other key is what its previous owner holds,
   * which nobody changes any more. So every step may be repeated, late or lost: adopt looks again,
   * and refuses a value that was read longer ago than its mark is kept.
   */

  private static final int MOST_ATTEMPTS = 10;

  private final WindowContext context;
  private final Owners owners;
  private final PreviousOwners previousOwners;
  private final Garbage garbage;
  private final Unmoved unmoved;
  private final Drain drain;

  RedisKeyMover(WindowContext context) {
    this.context = context;
    this.unmoved = new Unmoved(context);
    this.owners = new Owners(context);
    this.previousOwners = new PreviousOwners(context);
    this.garbage = new Garbage(context);
    this.drain = new Drain(context, owners, previousOwners, unmoved, garbage);
  }

  @Override
  public CompletionStage<Void> move(byte[] key, Node from, Node to) {
    return attempt(new Flight(key, from, to), 1);
  }

  @Override
  public DrainPass drain(Node from, BooleanSupplier over) throws InterruptedException {
    return drain.pass(from, over);
  }

  @Override
  public long countUnmoved(Node from) {
    return unmoved.count(from);
  }

  /** One key on its way. */
  private static final class Flight {
    final byte[] key;
    final Node from;
    final Node to;

    Flight(byte[] key, Node from, Node to) {
      this.key = key;
      this.from = from;
      this.to = to;
    }
  }

  private CompletionStage<Void> attempt(Flight flight, int attempt) {
    if (attempt > MOST_ATTEMPTS) {
      return CompletableFuture.failedFuture(
          context.failure("a key could not be moved to node " + flight.to.name()));
    }
    return owners
        .probe(flight.to, flight.key)
        .thenCompose(
            reply ->
                switch (reply.word()) {
                  case "AUTH" -> done(flight, Result.ALREADY);
                  case "MISS" -> read(flight, reply.number(1), attempt);
                  default -> ownerRefused(flight, reply.text(1));
                });
  }

  /**
   * The owner's fence is not the one of this window: either the window is over there, or it is
   * lost.
   */
  private CompletionStage<Void> ownerRefused(Flight flight, String text) {
    return owners.endIfLost(flight.to, text);
  }

  private CompletionStage<Void> read(Flight flight, long now, int attempt) {
    return previousOwners
        .dump(flight.from, flight.key)
        .handle((reply, failure) -> afterRead(flight, now, attempt, reply, failure))
        .thenCompose(stage -> stage);
  }

  private CompletionStage<Void> afterRead(
      Flight flight, long now, int attempt, @Nullable Reply reply, @Nullable Throwable failure) {
    if (reply == null) {
      return unreadable(flight, now, attempt, failure);
    }
    return switch (reply.word()) {
      case "DUMP" -> adopt(flight, now, attempt, Payload.of(reply, now));
      case "NONE" -> adopt(flight, now, attempt, Payload.absent(context.adoptDeadline()));
      case "CLOSED" -> adopt(flight, now, attempt, Payload.absentForever());
      case "LARGE" -> tooLarge(flight, now, attempt, reply.number(1));
      default ->
          previousOwners
              .restoreFence(flight.from, reply.text(1))
              .thenCompose(restored -> attempt(flight, attempt + 1));
    };
  }

  private CompletionStage<Void> unreadable(
      Flight flight, long now, int attempt, @Nullable Throwable failure) {
    Throwable cause = failure == null ? null : Failures.cause(failure);
    context.tell(Kind.PREVIOUS_OWNER_UNAVAILABLE, flight.from, 1, String.valueOf(cause));
    MigrationPolicy policy = context.policy();
    if (policy.previousOwnerFailure() == PreviousOwnerFailure.TREAT_AS_MISS) {
      return adopt(flight, now, attempt, Payload.absentForever());
    }
    context.count(Result.FAILED, flight.from, flight.to);
    return CompletableFuture.failedFuture(
        new MigrationException(
            "previous owner "
                + flight.from.name()
                + " of a key does not answer (version "
                + context.version()
                + ")",
            cause));
  }

  private CompletionStage<Void> tooLarge(Flight flight, long now, int attempt, long size) {
    context.tooLarge(flight.key, size, flight.from, flight.to);
    if (context.policy().tooLarge() == TooLarge.DROP) {
      return adopt(flight, now, attempt, Payload.absentForever());
    }
    return CompletableFuture.failedFuture(
        context.failure(
            "a key of "
                + size
                + " bytes on node "
                + flight.from.name()
                + " exceeds maxKeySize "
                + context.policy().maxKeySize()));
  }

  private CompletionStage<Void> adopt(Flight flight, long now, int attempt, Payload payload) {
    return owners
        .adopt(flight.to, flight.key, now, payload)
        .thenCompose(
            reply ->
                switch (reply.word()) {
                  case "AUTH" -> done(flight, Result.ALREADY);
                  case "MOVED" -> moved(flight, payload);
                  case "LATE" -> late(flight, attempt);
                  default -> ownerRefused(flight, reply.text(1));
                });
  }

  private CompletionStage<Void> late(Flight flight, int attempt) {
    context.count(Result.LATE, flight.from, flight.to);
    return attempt(flight, attempt + 1);
  }

  private CompletionStage<Void> moved(Flight flight, Payload payload) {
    if (payload.isPresent()) {
      garbage.add(flight.from, flight.to, flight.key);
    } else {
      garbage.absent(flight.to);
    }
    return done(flight, payload.isPresent() ? Result.ADOPTED : Result.ABSENT);
  }

  private CompletionStage<Void> done(Flight flight, Result result) {
    context.count(result, flight.from, flight.to);
    return CompletableFuture.completedFuture(null);
  }

  /** What became of a key. */
  enum Result {
    ADOPTED,
    ABSENT,
    ALREADY,
    LATE,
    TOO_LARGE,
    FAILED
  }
}
