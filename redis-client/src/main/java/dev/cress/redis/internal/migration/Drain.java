package dev.cress.redis.internal.migration;

import dev.cress.migration.KeyMover.DrainPass;
import dev.cress.node.CressException;
import dev.cress.node.Node;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Goes through previous owners and moves what nobody has asked for, a few batches at a time. */
final class Drain {

  private static final int MOST_BATCHES = 4;
  private static final long MARKS_POLL_MILLIS = 50;

  private final WindowContext context;
  private final PreviousOwners previousOwners;
  private final Unmoved unmoved;
  private final Garbage garbage;
  private final DrainBatch batch;

  Drain(
      WindowContext context,
      Owners owners,
      PreviousOwners previousOwners,
      Unmoved unmoved,
      Garbage garbage) {
    this.context = context;
    this.previousOwners = previousOwners;
    this.unmoved = unmoved;
    this.garbage = garbage;
    this.batch = new DrainBatch(context, owners, previousOwners, garbage);
  }

  /**
   * Moves all keys that one SCAN of a previous owner meets. A node that is closed gives none any
   * more: what it still holds is lost. Blocking.
   */
  DrainPass pass(Node from, BooleanSupplier over) throws InterruptedException {
    if (previousOwners.isClosed(from)) {
      long lost = unmoved.count(from);
      return new DrainPass(lost, 0, lost);
    }
    Pass pass = new Pass(from);
    KeyScan scan = unmoved.scan(from);
    while (scan.hasNext() && !over.getAsBoolean()) {
      for (Map.Entry<Node, List<byte[]>> way : unmoved.byOwner(from, scan.next()).entrySet()) {
        awaitFewerMarks(way.getKey(), over);
        pass.move(way.getKey(), way.getValue());
      }
    }
    return scan.hasNext() ? pass.await().plus(DrainPass.UNFINISHED) : pass.await();
  }

  /*
   * A mark outlives the copy that it stands for by the adopt deadline: in time there are fewer. Not
   * if other threads go on to make them: then a batch goes through once in that time.
   */
  private void awaitFewerMarks(Node to, BooleanSupplier over) throws InterruptedException {
    long start = System.nanoTime();
    long most = context.policy().adoptDeadline().toNanos();
    while (garbage.marks(to) >= context.policy().marksMax()
        && System.nanoTime() - start < most
        && !over.getAsBoolean()) {
      TimeUnit.MILLISECONDS.sleep(MARKS_POLL_MILLIS);
      context.serverWait().await(context.connection(to), garbage.prune(to));
    }
  }

  /** One pass: batches under way and what came of those that ended. */
  private final class Pass {
    private final Node from;
    private final Semaphore free = new Semaphore(MOST_BATCHES);
    private DrainPass sum = DrainPass.EMPTY;
    private @Nullable Throwable failure;

    Pass(Node from) {
      this.from = from;
    }

    void move(Node to, List<byte[]> keys) throws InterruptedException {
      free.acquire();
      batch
          .move(from, to, keys)
          .whenComplete(
              (result, problem) -> {
                ended(result, problem, keys.size());
                free.release();
              });
    }

    private synchronized void ended(
        @Nullable DrainPass result, @Nullable Throwable problem, int keys) {
      sum = sum.plus(result == null ? new DrainPass(keys, keys, 0) : result);
      failure = problem == null ? failure : problem;
    }

    DrainPass await() throws InterruptedException {
      free.acquire(MOST_BATCHES);
      synchronized (this) {
        Throwable problem = failure;
        if (problem != null && sum.met() == sum.failed()) {
          throw new CressException("node " + from.name() + " could not be drained", problem);
        }
        return sum;
      }
    }
  }
}
