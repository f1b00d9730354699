package dev.cress.memcached.internal.migration;

import dev.cress.memcached.internal.connection.NodeConnection;
import dev.cress.memcached.internal.operation.TextOperation;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** How an operation is done on a key whose value may have moved. */
@FunctionalInterface
interface KeyWork {

  /** Sends the operation to the owner as it is. */
  KeyWork PLAIN =
      (operation, key, owner) -> {
        owner.write(operation);
        return CompletableFuture.completedFuture(null);
      };

  /**
   * Does the work of an operation and ends it.
   *
   * @param operation an operation on one key, not sent
   * @param key the key
   * @param owner its owner
   * @return completes when the next operation on the key may begin; fails with the reason if the
   *     work could not be done, and then the operation has not ended
   */
  CompletionStage<Void> perform(TextOperation operation, byte[] key, NodeConnection owner);

  /** How long this care is needed when the window is over. */
  default Duration afterWindow() {
    return Duration.ZERO;
  }
}
