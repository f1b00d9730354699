package dev.cress.migration;

import dev.cress.topology.Phase;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** The state of one change that the user sees, written by its coordinator. Thread-safe. */
final class RunningMigration implements Migration {

  private final Runnable done;
  private final CompletableFuture<Long> completion = new CompletableFuture<>();
  private final CountDownLatch drainAsked = new CountDownLatch(1);
  private final LongAdder moved = new LongAdder();
  private volatile Phase phase = Phase.STABLE;
  private volatile int drained;
  private volatile int nodes;

  RunningMigration() {
    this(() -> {});
  }

  /**
   * Creates the state of a change.
   *
   * @param done runs when the change has come to a good end, before anybody is told so
   */
  RunningMigration(Runnable done) {
    this.done = done;
  }

  @Override
  public MigrationProgress progress() {
    return new MigrationProgress(phase, moved.sum(), drained, nodes);
  }

  @Override
  public CompletableFuture<Long> completion() {
    return completion.copy();
  }

  @Override
  public void drain() {
    drainAsked.countDown();
  }

  /** Waits until somebody asks for the drain, at most the given time; returns whether it was. */
  boolean awaitDrain(Duration atMost) throws InterruptedException {
    return drainAsked.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
  }

  void enter(Phase next) {
    phase = next;
  }

  void toDrain(int previousOwners) {
    nodes = previousOwners;
  }

  void moved(long keys) {
    moved.add(keys);
  }

  void drainedOne() {
    drained = Math.min(drained + 1, nodes);
  }

  void complete(long lost) {
    phase = Phase.STABLE;
    done.run();
    completion.complete(lost);
  }

  /** Fails the change; whatever the cause is, its caller gets a {@link MigrationException}. */
  void fail(RuntimeException cause) {
    phase = Phase.STABLE;
    completion.completeExceptionally(
        cause instanceof MigrationException
            ? cause
            : new MigrationException("the change failed: " + cause.getMessage(), cause));
  }
}
