package dev.cress.redis.internal.migration;

import dev.cress.migration.KeyMover.DrainPass;
import dev.cress.node.CressException;
import dev.cress.node.Node;
import dev.cress.topology.Change;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** Goes through previous owners and moves what nobody has asked for, a few batches at a time. */
final class Drain {

  private static final int SCAN_BATCH = 256;
  private static final int MOST_BATCHES = 4;

  private final WindowContext context;
  private final PreviousOwners previousOwners;
  private final DrainBatch batch;

  Drain(WindowContext context, PreviousOwners previousOwners, DrainBatch batch) {
    this.context = context;
    this.previousOwners = previousOwners;
    this.batch = batch;
  }

  /**
   * Moves all keys that one SCAN of a previous owner meets. A node that is closed gives none any
   * more: what it still holds is lost. Blocking.
   */
  DrainPass pass(Node from) throws InterruptedException {
    if (previousOwners.isClosed(from)) {
      long lost = count(from);
      return new DrainPass(lost, 0, lost);
    }
    Pass pass = new Pass(from);
    scan(from).forEachBatch(pass::move);
    return pass.await();
  }

  /** Counts the keys of a previous owner that this change takes away from it. Blocking. */
  long count(Node from) {
    long[] count = {0};
    scan(from)
        .forEachBatch(
            keys -> byOwner(from, keys).values().forEach(group -> count[0] += group.size()));
    return count[0];
  }

  private KeyScan scan(Node from) {
    return new KeyScan(context.connection(from), SCAN_BATCH, context.serverWait());
  }

  /** The keys that leave a node, by their owner. */
  private Map<Node, List<byte[]>> byOwner(Node from, List<byte[]> keys) {
    Change change = context.change();
    Map<Node, List<byte[]>> groups = new HashMap<>();
    for (byte[] key : keys) {
      int before = change.before().ownerIndex(key, 0, key.length);
      int after = change.after().ownerIndex(key, 0, key.length);
      if (change.before().nodes().get(before).equals(from) && change.differ(before, after)) {
        groups
            .computeIfAbsent(change.after().nodes().get(after), node -> new ArrayList<>())
            .add(key);
      }
    }
    return groups;
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

    void move(List<byte[]> keys) {
      byOwner(from, keys).forEach(this::move);
    }

    private void move(Node to, List<byte[]> keys) {
      free.acquireUninterruptibly();
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
