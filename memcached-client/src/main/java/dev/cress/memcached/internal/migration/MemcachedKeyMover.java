package dev.cress.memcached.internal.migration;

import dev.cress.migration.KeyMover;
import dev.cress.node.Node;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;

/** Moves the keys of one window. Thread-safe. */
final class MemcachedKeyMover implements KeyMover {

  private final WindowContext context;
  private final PreviousOwners previousOwners;
  private final Drain drain;

  MemcachedKeyMover(WindowContext context) {
    this.context = context;
    this.previousOwners = new PreviousOwners(context);
    this.drain = new Drain(context, new KeyList(context.connections()), this::resolve);
  }

  @Override
  public CompletionStage<Void> move(byte[] key, Node from, Node to) {
    return resolve(key, from, to).thenAccept(result -> {});
  }

  private CompletionStage<KeyMove.Result> resolve(byte[] key, Node from, Node to) {
    return new KeyMove(context, previousOwners, key, from, to)
        .run()
        .whenComplete(
            (result, failure) ->
                context
                    .metrics()
                    .keys(
                        result == null ? KeyMove.Result.FAILED : result,
                        from.name(),
                        to.name(),
                        1));
  }

  @Override
  public DrainPass drain(Node from, BooleanSupplier over) throws InterruptedException {
    return drain.pass(from, over);
  }

  @Override
  public long countUnmoved(Node from) throws InterruptedException {
    return drain.countUnmoved(from);
  }
}
