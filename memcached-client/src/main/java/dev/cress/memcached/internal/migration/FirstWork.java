package dev.cress.memcached.internal.migration;

import dev.cress.memcached.internal.connection.NodeConnection;
import dev.cress.memcached.internal.operation.TextOperation;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * The work of a client that has just begun: with care where the server knows the meta commands,
 * without which no change leaves anything behind. Immutable.
 *
 * @param careful work with care
 */
record FirstWork(KeyWork careful) implements KeyWork {

  @Override
  public CompletionStage<Void> perform(TextOperation operation, byte[] key, NodeConnection owner) {
    return (owner.hasMetaCommands() ? careful : PLAIN).perform(operation, key, owner);
  }

  @Override
  public Duration afterWindow() {
    return careful.afterWindow();
  }
}
