package dev.cress.redis.internal.migration;

import dev.cress.migration.KeyMover.DrainPass;
import dev.cress.migration.MigrationEvent.Kind;
import dev.cress.migration.MigrationPolicy.TooLarge;
import dev.cress.node.Node;
import dev.cress.redis.internal.migration.RedisKeyMover.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Moves many keys between two nodes at once, in pipelines: the owner's time, all reads, all writes,
 * then one removal and one confirmation. The same steps as for one key, but no probe: adopting
 * looks for itself. Thread-safe.
 */
final class DrainBatch {

  private final WindowContext context;
  private final Owners owners;
  private final PreviousOwners previousOwners;
  private final Garbage garbage;

  DrainBatch(WindowContext context, Owners owners, PreviousOwners previousOwners, Garbage garbage) {
    this.context = context;
    this.owners = owners;
    this.previousOwners = previousOwners;
    this.garbage = garbage;
  }

  /** What became of one key. */
  private enum Outcome {
    GONE,
    SAFE,
    FAILED,
    LOST
  }

  CompletionStage<DrainPass> move(Node from, Node to, List<byte[]> keys) {
    return owners
        .time(to)
        .thenCombine(previousOwners.frozen(from), (now, frozen) -> now)
        .thenCompose(now -> moveAll(from, to, keys, now))
        .thenCompose(outcomes -> clean(from, to, keys, outcomes));
  }

  private CompletionStage<List<Outcome>> moveAll(Node from, Node to, List<byte[]> keys, long now) {
    List<CompletableFuture<Outcome>> outcomes = new ArrayList<>(keys.size());
    for (byte[] key : keys) {
      outcomes.add(
          previousOwners
              .read(from, key)
              .thenCompose(reply -> write(from, to, key, now, reply))
              .toCompletableFuture());
    }
    return CompletableFuture.allOf(outcomes.toArray(CompletableFuture[]::new))
        .thenApply(done -> outcomes.stream().map(CompletableFuture::join).toList());
  }

  private CompletionStage<Outcome> write(Node from, Node to, byte[] key, long now, Reply reply) {
    return switch (reply.word()) {
      case "DUMP" -> adopt(from, to, key, now, Payload.of(reply, now));
      case "NONE" -> CompletableFuture.completedFuture(Outcome.GONE);
      case "LARGE" -> tooLarge(from, to, key, now, reply.number(1));
      default -> CompletableFuture.completedFuture(Outcome.FAILED);
    };
  }

  private CompletionStage<Outcome> tooLarge(Node from, Node to, byte[] key, long now, long size) {
    context.count(Result.TOO_LARGE, from, to);
    context.tell(Kind.KEY_TOO_LARGE, from, 1, size + " bytes");
    return context.policy().tooLarge() == TooLarge.DROP
        ? adopt(from, to, key, now, Payload.absentForever())
        : CompletableFuture.completedFuture(Outcome.FAILED);
  }

  private CompletionStage<Outcome> adopt(
      Node from, Node to, byte[] key, long now, Payload payload) {
    return owners
        .adopt(to, key, now, payload)
        .handle(
            (reply, failure) ->
                failure == null
                    ? outcome(from, to, reply)
                    : CompletableFuture.completedFuture(Outcome.FAILED))
        .thenCompose(stage -> stage);
  }

  private CompletionStage<Outcome> outcome(Node from, Node to, Reply reply) {
    return switch (reply.word()) {
      case "MOVED" -> counted(from, to, Result.ADOPTED, Outcome.SAFE);
      case "AUTH" -> counted(from, to, Result.ALREADY, Outcome.SAFE);
      case "LATE" -> counted(from, to, Result.LATE, Outcome.FAILED);
      default -> owners.endIfLost(to, reply.text(1)).thenApply(ended -> Outcome.LOST);
    };
  }

  private CompletionStage<Outcome> counted(Node from, Node to, Result result, Outcome outcome) {
    context.count(result, from, to);
    return CompletableFuture.completedFuture(outcome);
  }

  private CompletionStage<DrainPass> clean(
      Node from, Node to, List<byte[]> keys, List<Outcome> outcomes) {
    List<byte[]> safe = select(keys, outcomes, Outcome.SAFE);
    List<byte[]> lost = select(keys, outcomes, Outcome.LOST);
    long failed = outcomes.stream().filter(outcome -> outcome == Outcome.FAILED).count();
    safe.forEach(context::settle);
    DrainPass pass = new DrainPass(safe.size() + lost.size() + failed, failed, lost.size());
    return garbage
        .collect(from, to, safe)
        .thenCompose(removed -> garbage.giveUp(from, lost))
        .thenApply(done -> pass);
  }

  private static List<byte[]> select(List<byte[]> keys, List<Outcome> outcomes, Outcome wanted) {
    List<byte[]> selected = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      if (outcomes.get(i) == wanted) {
        selected.add(keys.get(i));
      }
    }
    return selected;
  }
}
