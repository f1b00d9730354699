package dev.cress.memcached.internal.migration;

import dev.cress.memcached.internal.connection.NodeConnection;
import dev.cress.memcached.internal.operation.TextOperation;
import dev.cress.node.CressException;
import dev.cress.topology.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Knows the keys that moved in a window, as long as there may be something at their owners that is
 * no value: until other clients, which may end the window later, have let their last stubs and
 * tombstones expire. Operations on these keys are done with care. Thread-safe.
 */
public final class ChangedKeys {

  /**
   * The keys of one change.
   *
   * @param moves tells whether a key is one of them
   * @param work how operations on its keys are done
   * @param hasEnd whether the window is over
   * @param end when its keys are like all others again, as {@link System#nanoTime()}
   */
  private record Changed(Predicate<byte[]> moves, KeyWork work, boolean hasEnd, long end) {
    Changed endingAfter(long now) {
      return new Changed(moves, work, true, now + work.afterWindow().toNanos());
    }

    boolean isOver(long now) {
      return hasEnd && now - end >= 0;
    }
  }

  private final KeyLines lines = new KeyLines();
  private volatile List<Changed> all = List.of();

  /** Creates an empty set. */
  public ChangedKeys() {}

  /** A window opens. */
  synchronized void open(Change change, KeyWork work) {
    List<Changed> more = new ArrayList<>(all);
    more.add(new Changed(change::moves, work, false, 0));
    all = List.copyOf(more);
  }

  /** A client begins that did not see the changes before: each key may be one of them. */
  synchronized void begin(KeyWork work) {
    List<Changed> more = new ArrayList<>();
    more.add(new Changed(key -> true, work, false, 0).endingAfter(System.nanoTime()));
    more.addAll(all);
    all = List.copyOf(more);
  }

  /** The window that is open, if any, is over. */
  synchronized void close() {
    long now = System.nanoTime();
    all = all.stream().map(each -> each.hasEnd ? each : each.endingAfter(now)).toList();
  }

  private synchronized void forget(long now) {
    all = all.stream().filter(each -> !each.isOver(now)).toList();
  }

  /**
   * Tells whether there are such keys.
   *
   * @return false in the steady state
   */
  public boolean isAny() {
    return !all.isEmpty() || !lines.isIdle();
  }

  /**
   * Tells whether a key is one of these.
   *
   * @param key the key
   * @return whether operations on it are done with care
   */
  public boolean contains(byte[] key) {
    return work(key) != null || lines.isBusy(key);
  }

  /** The end of all that is under way now. */
  CompletionStage<Void> idle() {
    return lines.idle();
  }

  /**
   * Does an operation on one of these keys with care. Operations on one key stay in order.
   *
   * @param operation an operation on one key, not sent; a failure ends it
   * @param key the key; not copied
   * @param owner its owner
   */
  public void perform(TextOperation operation, byte[] key, NodeConnection owner) {
    KeyWork work = work(key);
    KeyWork chosen = work == null ? KeyWork.PLAIN : work;
    lines.run(key, () -> begin(chosen, operation, key, owner));
  }

  private static CompletableFuture<Void> begin(
      KeyWork work, TextOperation operation, byte[] key, NodeConnection owner) {
    CompletionStage<Void> end;
    try {
      end = work.perform(operation, key, owner);
    } catch (RuntimeException e) {
      end = CompletableFuture.failedFuture(e);
    }
    return end.whenComplete((done, failure) -> failIf(failure, operation)).toCompletableFuture();
  }

  private @Nullable KeyWork work(byte[] key) {
    List<Changed> current = all;
    if (current.isEmpty()) {
      return null;
    }
    long now = System.nanoTime();
    KeyWork found = null;
    for (Changed each : current) {
      if (each.isOver(now)) {
        forget(now);
      } else if (each.moves.test(key)) {
        found = each.work;
      }
    }
    return found;
  }

  private static void failIf(@Nullable Throwable failure, TextOperation operation) {
    if (failure != null) {
      operation.fail(
          Stages.cause(failure) instanceof CressException ours
              ? ours
              : new CressException("the operation could not be done", failure));
    }
  }
}
