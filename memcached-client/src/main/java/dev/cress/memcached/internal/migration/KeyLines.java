package dev.cress.memcached.internal.migration;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps operations on one key in the order in which they came, where one of them takes several
 * steps. Thread-safe.
 */
final class KeyLines {

  private final Map<ByteBuffer, Line> lines = new ConcurrentHashMap<>();

  /** Tells whether no operation is under way. */
  boolean isIdle() {
    return lines.isEmpty();
  }

  /** Tells whether an operation on the key is under way. */
  boolean isBusy(byte[] key) {
    return lines.containsKey(ByteBuffer.wrap(key));
  }

  /** Completes when all operations that are under way now have ended. */
  CompletableFuture<Void> idle() {
    return CompletableFuture.allOf(
        lines.keySet().stream().map(this::end).toArray(CompletableFuture[]::new));
  }

  private CompletableFuture<Void> end(ByteBuffer key) {
    CompletableFuture<Void> end = new CompletableFuture<>();
    run(
        key,
        () -> {
          end.complete(null);
          return end;
        });
    return end;
  }

  /**
   * Starts work on a key when the work before it has ended; at once if there is none.
   *
   * @param key the key, not written to any more
   * @param work returns its end; must not throw
   */
  void run(byte[] key, Supplier<CompletableFuture<Void>> work) {
    run(ByteBuffer.wrap(key), work);
  }

  private void run(ByteBuffer key, Supplier<CompletableFuture<Void>> work) {
    Line line =
        lines.compute(
            key,
            (name, present) -> {
              Line joined = present == null ? new Line() : present;
              joined.add(work);
              return joined;
            });
    advance(key, line);
  }

  /* A loop, as a call for each would go as deep as the line is long. */
  private void advance(ByteBuffer key, Line line) {
    for (Supplier<CompletableFuture<Void>> next = line.begin(); next != null; next = line.begin()) {
      CompletableFuture<Void> end = next.get();
      if (!end.isDone()) {
        end.whenComplete(
            (done, failure) -> {
              line.end();
              advance(key, line);
            });
        return;
      }
      line.end();
    }
    lines.computeIfPresent(key, (name, present) -> present.isOver() ? null : present);
  }

  /** The work on one key. Thread-safe. */
  private static final class Line {
    private final Queue<Supplier<CompletableFuture<Void>>> waiting = new ArrayDeque<>();
    private boolean busy;

    synchronized void add(Supplier<CompletableFuture<Void>> work) {
      waiting.add(work);
    }

    /** The next work, which now is under way; null if there is none, or if other work is. */
    synchronized @Nullable Supplier<CompletableFuture<Void>> begin() {
      if (busy) {
        return null;
      }
      Supplier<CompletableFuture<Void>> next = waiting.poll();
      busy = next != null;
      return next;
    }

    synchronized void end() {
      busy = false;
    }

    synchronized boolean isOver() {
      return !busy && waiting.isEmpty();
    }
  }
}
