package dev.cress.migration;

import dev.cress.node.Node;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;

/** Stands in where keys do not move: a change that was cancelled, or one without a migration. */
enum NothingToMove implements KeyMover {
  INSTANCE;

  @Override
  public CompletionStage<Void> move(byte[] key, Node from, Node to) {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public DrainPass drain(Node from, BooleanSupplier over) {
    return DrainPass.EMPTY;
  }

  @Override
  public long countUnmoved(Node from) {
    return 0;
  }
}
