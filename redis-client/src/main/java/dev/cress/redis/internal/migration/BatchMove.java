package dev.cress.redis.internal.migration;

import dev.cress.migration.MigrationPolicy.TooLarge;
import dev.cress.node.CressException;
import dev.cress.node.Node;
import dev.cress.redis.internal.migration.RedisKeyMover.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Reads keys at their previous owner and gives their owner authority over them, some in a call,
 * calls side by side. For one use.
 */
final class BatchMove {

  /** What became of one key. */
  enum Outcome {
    GONE,
    SAFE,
    FAILED,
    LOST
  }

  private final WindowContext context;
  private final Owners owners;
  private final PreviousOwners previousOwners;
  private final Node from;
  private final Node to;
  private final List<byte[]> keys;
  private final long now;
  /* Each element is written once, before the stage of its chunk completes. */
  private final Outcome[] outcomes;

  BatchMove(
      WindowContext context,
      Owners owners,
      PreviousOwners previousOwners,
      Node from,
      Node to,
      List<byte[]> keys,
      long now) {
    this.context = context;
    this.owners = owners;
    this.previousOwners = previousOwners;
    this.from = from;
    this.to = to;
    this.keys = keys;
    this.now = now;
    this.outcomes = new Outcome[keys.size()];
  }

  /** What became of each key. */
  CompletionStage<List<Outcome>> start() {
    List<CompletableFuture<Void>> chunks = new ArrayList<>();
    for (int start = 0; start < keys.size(); start += ManyKeys.MOST_KEYS) {
      int end = Math.min(start + ManyKeys.MOST_KEYS, keys.size());
      chunks.add(move(start, end).toCompletableFuture());
    }
    return CompletableFuture.allOf(chunks.toArray(CompletableFuture[]::new))
        .thenApply(done -> List.of(outcomes));
  }

  private CompletionStage<Void> move(int start, int end) {
    return previousOwners
        .readAll(from, keys.subList(start, end))
        .thenCompose(
            replies -> {
              int next = start + replies.size();
              CompletionStage<Void> written = write(start, replies);
              return next == end ? written : written.thenCompose(done -> move(next, end));
            });
  }

  private CompletionStage<Void> write(int start, List<Reply> replies) {
    List<Integer> present = new ArrayList<>();
    List<Payload> payloads = new ArrayList<>();
    List<CompletionStage<?>> writes = new ArrayList<>();
    for (int i = 0; i < replies.size(); i++) {
      int index = start + i;
      Reply reply = replies.get(i);
      switch (reply.word()) {
        case "DUMP" -> {
          present.add(index);
          payloads.add(Payload.of(reply, now));
        }
        case "NONE" -> outcomes[index] = Outcome.GONE;
        case "LARGE" -> writes.add(tooLarge(index, reply.number(1)));
        case "CLOSED" -> outcomes[index] = Outcome.FAILED;
        default -> {
          outcomes[index] = Outcome.FAILED;
          writes.add(previousOwners.restoreFence(from, reply.text(1)));
        }
      }
    }
    if (!present.isEmpty()) {
      writes.add(adoptAll(present, payloads));
    }
    return CompletableFuture.allOf(
        writes.stream()
            .map(CompletionStage::toCompletableFuture)
            .toArray(CompletableFuture[]::new));
  }

  private CompletionStage<Void> tooLarge(int index, long size) {
    context.tooLarge(keys.get(index), size, from, to);
    outcomes[index] = Outcome.FAILED;
    return context.policy().tooLarge() == TooLarge.DROP
        ? adoptAbsence(index)
        : CompletableFuture.completedFuture(null);
  }

  private CompletionStage<Void> adoptAbsence(int index) {
    return owners
        .adopt(to, keys.get(index), now, Payload.absentForever())
        .thenCompose(reply -> note(index, reply))
        .exceptionally(failure -> null);
  }

  /** Keys whose call fails count as failed: they are met again. */
  private CompletionStage<Void> adoptAll(List<Integer> indexes, List<Payload> payloads) {
    indexes.forEach(index -> outcomes[index] = Outcome.FAILED);
    return owners
        .adoptAll(to, indexes.stream().map(keys::get).toList(), now, payloads)
        .thenCompose(
            replies -> {
              CompletionStage<Void> noted = CompletableFuture.completedFuture(null);
              for (int i = 0; i < replies.size(); i++) {
                int index = indexes.get(i);
                Reply reply = replies.get(i);
                noted = noted.thenCompose(done -> note(index, reply));
              }
              return noted;
            })
        .exceptionally(failure -> null);
  }

  private CompletionStage<Void> note(int index, Reply reply) {
    switch (reply.word()) {
      case "MOVED" -> count(index, Result.ADOPTED, Outcome.SAFE);
      case "AUTH" -> count(index, Result.ALREADY, Outcome.SAFE);
      case "LATE" -> count(index, Result.LATE, Outcome.FAILED);
      case "ERROR" -> owners.tellFailure(to, 1, new CressException(reply.text(1)));
      default -> {
        return owners
            .endIfLost(to, reply.text(1))
            .thenAccept(ended -> outcomes[index] = Outcome.LOST);
      }
    }
    return CompletableFuture.completedFuture(null);
  }

  private void count(int index, Result result, Outcome outcome) {
    context.count(result, from, to);
    outcomes[index] = outcome;
  }
}
