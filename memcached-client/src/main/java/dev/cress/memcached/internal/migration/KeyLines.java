package dev.cress.memcached.internal.migration;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Keeps operations on one key in the order in which they came, where one of them takes several
 * steps. Thread-safe.
 */
final class KeyLines {

  private final Map<ByteBuffer, CompletableFuture<Void>> lasts = new ConcurrentHashMap<>();

  /** Tells whether no operation is under way. */
  boolean isIdle() {
    return lasts.isEmpty();
  }

  /** Tells whether an operation on the key is under way. */
  boolean isBusy(byte[] key) {
    return lasts.containsKey(ByteBuffer.wrap(key));
  }

  /** Completes when all operations that are under way now have ended. */
  CompletableFuture<Void> idle() {
    return CompletableFuture.allOf(lasts.values().toArray(CompletableFuture[]::new));
  }

  /**
   * Starts work on a key when the work before it has ended; at once if there is none.
   *
   * @param key the key, not written to any more
   * @param work returns its end; must not throw
   */
  void run(byte[] key, Supplier<CompletionStage<Void>> work) {
    ByteBuffer name = ByteBuffer.wrap(key);
    CompletableFuture<Void> end = new CompletableFuture<>();
    CompletableFuture<Void> before = lasts.put(name, end);
    if (before == null) {
      start(name, end, work);
    } else {
      before.thenRun(() -> start(name, end, work));
    }
  }

  private void start(
      ByteBuffer name, CompletableFuture<Void> end, Supplier<CompletionStage<Void>> work) {
    work.get()
        .whenComplete(
            (done, failure) -> {
              lasts.remove(name, end);
              end.complete(null);
            });
  }
}
