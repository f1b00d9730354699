package dev.cress.migration;

import dev.cress.migration.MigrationEvent.Kind;
import dev.cress.node.Node;
import dev.cress.topology.Change;
import dev.cress.topology.TopologyDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings an open window to its end: drains every previous owner, closes them all, then ends the
 * owners' roles. Blocking.
 */
final class WindowEnd {

  /** Gives the mover of a version once this client takes part in its window. */
  @FunctionalInterface
  interface Movers {
    KeyMover await(long version) throws InterruptedException;
  }

  /** Something that a server must have done before the window can end. */
  @FunctionalInterface
  private interface Step {
    void run() throws InterruptedException;
  }

  private static final Logger LOG = LoggerFactory.getLogger(WindowEnd.class);
  private static final long RETRY_MILLIS = 200;
  private static final long MOST_MILLIS = 5_000;

  private final Fences fences;
  private final Movers movers;
  private final MigrationPolicy policy;
  private final Consumer<MigrationEvent> events;
  private final LongSupplier nanoTime;

  WindowEnd(
      Fences fences,
      Movers movers,
      MigrationPolicy policy,
      Consumer<MigrationEvent> events,
      LongSupplier nanoTime) {
    this.fences = fences;
    this.movers = movers;
    this.policy = policy;
    this.events = events;
    this.nanoTime = nanoTime;
  }

  /** Returns how many keys were lost because the window had to close before they moved. */
  long reach(TopologyDocument document, Change change, RunningMigration migration)
      throws InterruptedException {
    long deadline = nanoTime.getAsLong() + policy.windowEnd().toNanos();
    KeyMover mover = movers.await(document.version());
    if (policy.mode() == MigrationPolicy.Mode.LAZY) {
      migration.awaitDrain(policy.windowEnd());
      deadline = nanoTime.getAsLong() + policy.windowEnd().toNanos();
    }
    Drained drained = drain(document.version(), change, mover, migration, deadline);
    close(document.version(), change);
    LongAdder lost = new LongAdder();
    lost.add(drained.lost());
    for (Node node : drained.left()) {
      untilDone(() -> lost.add(mover.countUnmoved(node)));
    }
    finish(document.version(), change);
    return lost.sum();
  }

  /**
   * What the drain achieved: the previous owners that still hold changed keys, and keys it gave up.
   */
  private record Drained(List<Node> left, long lost) {}

  private Drained drain(
      long version, Change change, KeyMover mover, RunningMigration migration, long deadline)
      throws InterruptedException {
    BooleanSupplier over = () -> nanoTime.getAsLong() - deadline >= 0;
    List<Node> left = new ArrayList<>(change.before().nodes().nodes());
    migration.toDrain(left.size());
    long lost = 0;
    long pauseMillis = RETRY_MILLIS;
    while (!left.isEmpty()) {
      KeyMover.DrainPass round = KeyMover.DrainPass.EMPTY;
      for (Node node : List.copyOf(left)) {
        KeyMover.DrainPass pass = pass(version, mover, node, over);
        if (pass.met() == pass.lost()) {
          left.remove(node);
          migration.drainedOne();
        }
        round = round.plus(pass);
      }
      lost += round.lost();
      migration.moved(round.met() - round.failed() - round.lost());
      if (over.getAsBoolean()) {
        break;
      }
      boolean stuck = round.met() > 0 && round.met() == round.failed();
      if (stuck) {
        Thread.sleep(pauseMillis);
      }
      pauseMillis = stuck ? Math.min(2 * pauseMillis, MOST_MILLIS) : RETRY_MILLIS;
    }
    return new Drained(left, lost);
  }

  private KeyMover.DrainPass pass(long version, KeyMover mover, Node node, BooleanSupplier over)
      throws InterruptedException {
    try {
      return mover.drain(node, over);
    } catch (RuntimeException e) {
      events.accept(
          new MigrationEvent(
              Kind.PREVIOUS_OWNER_UNAVAILABLE, version, node.name(), 0, String.valueOf(e)));
      return KeyMover.DrainPass.UNFINISHED;
    }
  }

  /* Every previous owner is closed before any owner is done: two roles of one server never mix. */
  private void close(long version, Change change) throws InterruptedException {
    for (Node node : change.before().nodes()) {
      untilDone(() -> fences.raise(node, Fence.Role.OUT, version, Fence.CLOSED));
    }
  }

  private void finish(long version, Change change) throws InterruptedException {
    for (Node node : change.after().nodes()) {
      untilDone(() -> fences.done(node, version));
    }
  }

  private void untilDone(Step step) throws InterruptedException {
    for (; ; ) {
      try {
        step.run();
        return;
      } catch (RuntimeException e) {
        LOG.warn("the end of a change waits for a server: {}", e.toString());
        Thread.sleep(RETRY_MILLIS);
      }
    }
  }
}
