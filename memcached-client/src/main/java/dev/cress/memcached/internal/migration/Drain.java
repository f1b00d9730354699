package dev.cress.memcached.internal.migration;

import dev.cress.memcached.internal.migration.ServerCalls.Step;
import dev.cress.memcached.internal.operation.MetaDelete;
import dev.cress.migration.KeyMover.DrainPass;
import dev.cress.migration.MigrationEvent.Kind;
import dev.cress.node.CressException;
import dev.cress.node.Node;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;

/** Goes through previous owners and moves what nobody has asked for. Thread-safe. */
final class Drain {

  private static final int MOST_MOVES = 256;

  /** Moves a key. */
  @FunctionalInterface
  interface Mover {
    CompletionStage<KeyMove.Result> move(byte[] key, Node from, Node to);
  }

  private final WindowContext context;
  private final KeyList keys;
  private final Mover mover;
  private final Set<Node> silent = ConcurrentHashMap.newKeySet();

  Drain(WindowContext context, KeyList keys, Mover mover) {
    this.context = context;
    this.keys = keys;
    this.mover = mover;
  }

  /**
   * Moves all keys that a node lists. A list is no snapshot: a node is done when two lists in a row
   * have none.
   */
  DrainPass pass(Node from, BooleanSupplier over) throws InterruptedException {
    DrainPass pass = list(from, over);
    return pass.met() == 0 ? list(from, over) : pass;
  }

  private DrainPass list(Node from, BooleanSupplier over) throws InterruptedException {
    Pass pass = new Pass(from, over);
    try {
      keys.forEach(from, pass::take);
    } catch (CressException e) {
      if (silent.add(from)) {
        context.tell(Kind.PREVIOUS_OWNER_UNAVAILABLE, from, 0, String.valueOf(e.getMessage()));
      }
      return pass.await().plus(DrainPass.UNFINISHED);
    }
    silent.remove(from);
    return over.getAsBoolean() ? pass.await().plus(DrainPass.UNFINISHED) : pass.await();
  }

  /**
   * Counts the keys that the change takes away from a node. Where the server does not list them,
   * all its items count; where it cannot be reached, none, and the window ends without it: nobody
   * asks it for a key any more.
   */
  long countUnmoved(Node from) throws InterruptedException {
    LongAdder count = new LongAdder();
    try {
      keys.forEach(
          from,
          key -> {
            if (isUnmoved(from, key)) {
              count.increment();
            }
          });
      return count.sum();
    } catch (CressException e) {
      return items(from);
    }
  }

  private long items(Node from) {
    try {
      return new Waiting(context.connections()).items(from);
    } catch (CressException e) {
      context.tell(
          Kind.PREVIOUS_OWNER_UNAVAILABLE,
          from,
          0,
          "its keys that had not moved are lost and not counted: " + e.getMessage());
      return 0;
    }
  }

  private boolean isUnmoved(Node from, byte[] key) {
    return context.change().before().owner(key).equals(from) && context.change().moves(key);
  }

  /** One list and the moves that it leads to. */
  private final class Pass {
    private final Node from;
    private final BooleanSupplier over;
    private final Semaphore free = new Semaphore(MOST_MOVES);
    private final LongAdder met = new LongAdder();
    private final LongAdder failed = new LongAdder();

    Pass(Node from, BooleanSupplier over) {
      this.from = from;
      this.over = over;
    }

    void take(byte[] key) {
      if (isUnmoved(from, key) && !over.getAsBoolean()) {
        free.acquireUninterruptibly();
        met.increment();
        move(key, context.change().after().owner(key))
            .whenComplete(
                (done, failure) -> {
                  failed.add(failure == null ? 0 : 1);
                  free.release();
                });
      }
    }

    private CompletionStage<Void> move(byte[] key, Node to) {
      return mover
          .move(key, from, to)
          .thenCompose(result -> result == KeyMove.Result.ALREADY ? remove(key) : NOTHING)
          .thenAccept(done -> context.window().settle(key));
    }

    /* The owner has authority, and still the previous owner lists the key: it was moved since, or
     * the copy is one that must not come back. */
    private CompletionStage<Void> remove(byte[] key) {
      return context.call(Step.REMOVE, from, new MetaDelete(key)).thenAccept(outcome -> {});
    }

    DrainPass await() {
      free.acquireUninterruptibly(MOST_MOVES);
      return new DrainPass(met.sum(), failed.sum(), 0);
    }
  }

  private static final CompletionStage<Void> NOTHING = CompletableFuture.completedFuture(null);
}
