package dev.cress.memcached.internal.migration;

import dev.cress.migration.KeyMover;
import dev.cress.node.Node;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;

/**
 * The mover where a server lacks the meta commands: values stay where they are until the window
 * ends. Thread-safe.
 */
final class NothingMoves implements KeyMover {

  private final Drain drain;

  NothingMoves(WindowContext context) {
    this.drain =
        new Drain(
            context,
            new KeyList(context.connections()),
            (key, from, to) -> CompletableFuture.completedFuture(KeyMove.Result.FAILED));
  }

  @Override
  public CompletionStage<Void> move(byte[] key, Node from, Node to) {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public DrainPass drain(Node from, BooleanSupplier over) {
    return DrainPass.UNFINISHED;
  }

  @Override
  public long countUnmoved(Node from) throws InterruptedException {
    return drain.countUnmoved(from);
  }
}
