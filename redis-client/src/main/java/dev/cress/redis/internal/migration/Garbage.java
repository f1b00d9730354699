package dev.cress.redis.internal.migration;

import static dev.cress.redis.internal.migration.InternalKeys.bytes;

import dev.cress.migration.Fence;
import dev.cress.node.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Removes keys at their previous owner once the owner has authority, and then lets their marks end.
 * Works in the background; what is not removed here, the drain removes. Thread-safe.
 */
final class Garbage {

  private static final int BATCH = 256;
  private static final int ABSENCES_TO_PRUNE = 1_000;

  private final WindowContext context;
  private final Map<Node, AtomicLong> absences = new ConcurrentHashMap<>();
  private final Map<Node, Long> marks = new ConcurrentHashMap<>();
  private final Map<Way, Pile> piles = new ConcurrentHashMap<>();

  Garbage(WindowContext context) {
    this.context = context;
  }

  private record Way(Node from, Node to) {}

  /** Removes a key some time soon. */
  void add(Node from, Node to, byte[] key) {
    piles.computeIfAbsent(new Way(from, to), Pile::new).add(key);
  }

  /** Removes keys at once and lets their marks end; false if the previous owner refuses. */
  CompletionStage<Boolean> collect(Node from, Node to, List<byte[]> keys) {
    if (keys.isEmpty()) {
      return CompletableFuture.completedFuture(true);
    }
    return remove(from, keys)
        .thenCompose(
            removed ->
                removed
                    ? confirm(to, keys).thenApply(confirmed -> true)
                    : CompletableFuture.completedFuture(false));
  }

  /** Removes keys that no owner can have any more; false if the previous owner refuses. */
  CompletionStage<Boolean> giveUp(Node from, List<byte[]> keys) {
    return keys.isEmpty() ? CompletableFuture.completedFuture(true) : remove(from, keys);
  }

  /** Notes an absence that was marked: marks that have ended are removed every so often. */
  void absent(Node to) {
    long marked = absences.computeIfAbsent(to, node -> new AtomicLong()).incrementAndGet();
    if (marked % ABSENCES_TO_PRUNE == 0) {
      prune(to);
    }
  }

  /** Removes the marks at an owner that have ended. */
  CompletionStage<Void> prune(Node to) {
    return confirm(to, List.of());
  }

  /** The number of marks at an owner that will end in time, as far as it was heard. */
  long marks(Node to) {
    return marks.getOrDefault(to, 0L);
  }

  private CompletionStage<Boolean> remove(Node from, List<byte[]> keys) {
    List<byte[]> all = new ArrayList<>(keys.size() + 1);
    all.add(InternalKeys.OUT);
    all.addAll(keys);
    List<byte[]> fence = List.of(bytes(Fence.text(context.version(), Fence.OPEN)));
    return context
        .callInTime(from, context.scripts().collect(), all, fence)
        .thenApply(reply -> reply.number(0) >= 0);
  }

  private CompletionStage<Void> confirm(Node to, List<byte[]> keys) {
    List<byte[]> args = new ArrayList<>(keys.size() + 2);
    args.add(context.fence(to));
    args.add(context.adoptDeadline());
    args.addAll(keys);
    return context
        .callInTime(
            to, context.scripts().confirm(), RedisFences.inAndMarks(context.version()), args)
        .thenAccept(left -> marks.put(to, left.number(0)));
  }

  /** Keys to remove on one way, a batch at a time. */
  private final class Pile {
    private final Way way;
    private List<byte[]> waiting = new ArrayList<>();
    private boolean busy;

    Pile(Way way) {
      this.way = way;
    }

    void add(byte[] key) {
      synchronized (this) {
        waiting.add(key);
      }
      next();
    }

    private void next() {
      List<byte[]> batch = takeBatch();
      if (!batch.isEmpty()) {
        collect(way.from(), way.to(), batch)
            .whenComplete(
                (done, failure) -> {
                  release();
                  next();
                });
      }
    }

    private synchronized List<byte[]> takeBatch() {
      if (busy || waiting.isEmpty()) {
        return List.of();
      }
      int size = Math.min(BATCH, waiting.size());
      List<byte[]> batch = List.copyOf(waiting.subList(0, size));
      waiting = new ArrayList<>(waiting.subList(size, waiting.size()));
      busy = true;
      return batch;
    }

    private synchronized void release() {
      busy = false;
    }
  }
}
