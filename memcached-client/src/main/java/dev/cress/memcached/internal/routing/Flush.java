package dev.cress.memcached.internal.routing;

import dev.cress.memcached.internal.operation.Signal;
import dev.cress.memcached.internal.routing.Dispatcher.Round;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import net.spy.memcached.OperationFactory;
import net.spy.memcached.ops.Operation;
import org.jspecify.annotations.Nullable;

/**
 * Makes all nodes forget their values, so that none of before is left. While keys move, a value can
 * leave a node that is not flushed yet and come to one that is. So when all nodes have answered
 * they are flushed once more: what is still on its way belongs to a stub from before this second
 * round, which voids its token. For one use; thread-safe.
 */
public final class Flush {

  private final Dispatcher dispatcher;
  private final OperationFactory operations;
  private final int delaySeconds;
  private final Queue<Operation> sent = new ConcurrentLinkedQueue<>();
  private final CompletableFuture<Void> end = new CompletableFuture<>();

  /**
   * Creates a flush that has not begun.
   *
   * @param delaySeconds as memcached takes it; -1 for at once
   */
  Flush(Dispatcher dispatcher, OperationFactory operations, int delaySeconds) {
    this.dispatcher = dispatcher;
    this.operations = operations;
    this.delaySeconds = delaySeconds;
  }

  /** Flushes; never blocks. Returns what the first round met. */
  Round start() {
    return round(null);
  }

  private Round round(@Nullable Round before) {
    List<CompletableFuture<Void>> answers = new ArrayList<>();
    Round round = dispatcher.toAll(() -> flush(answers));
    CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
        .thenRun(() -> answered(round, before));
    return round;
  }

  private Operation flush(List<CompletableFuture<Void>> answers) {
    CompletableFuture<Void> answer = new CompletableFuture<>();
    Operation operation = operations.flush(delaySeconds, new Signal(answer));
    answers.add(answer);
    sent.add(operation);
    return operation;
  }

  /* A delayed flush is asked for once: a server forgets the earlier of two. */
  private void answered(Round round, @Nullable Round before) {
    boolean once = before != null && before.version() == round.version();
    if (round.moving() && !once && delaySeconds <= 0 && !hasFailed()) {
      round(round);
    } else {
      end.complete(null);
    }
  }

  /** Tells whether a node could not be flushed or the flush was cancelled. */
  boolean hasFailed() {
    return sent.stream().anyMatch(each -> each.hasErrored() || each.isCancelled());
  }

  /**
   * The operations so far, one for each node and round.
   *
   * @return not a copy; grows until the flush ends
   */
  public Iterable<Operation> sent() {
    return sent;
  }

  /**
   * The end of the flush, whatever came of it.
   *
   * @return completes without a value, never fails
   */
  public CompletionStage<Void> end() {
    return end;
  }
}
