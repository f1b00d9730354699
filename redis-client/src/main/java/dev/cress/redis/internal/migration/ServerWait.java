package dev.cress.redis.internal.migration;

import dev.cress.migration.MigrationException;
import dev.cress.redis.internal.connection.NodeConnection;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Waits for a node's answer, for a bounded time.
 *
 * @param atMost the bound
 */
record ServerWait(Duration atMost) {

  <T> T await(NodeConnection node, CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().get(atMost.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
      throw new MigrationException("node " + node.name() + ": " + cause.getMessage(), cause);
    } catch (TimeoutException e) {
      throw new MigrationException("node " + node.name() + " did not answer within " + atMost, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MigrationException("interrupted while node " + node.name() + " was asked", e);
    }
  }
}
