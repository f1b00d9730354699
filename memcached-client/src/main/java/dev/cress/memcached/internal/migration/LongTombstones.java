package dev.cress.memcached.internal.migration;

import dev.cress.memcached.internal.migration.ServerCalls.Step;
import dev.cress.memcached.internal.operation.MetaGet;
import dev.cress.memcached.internal.operation.MetaOutcome;
import dev.cress.node.Node;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The keys that count as misses because their previous owner did not answer, and whose tombstones
 * last as long as the window. None is taken from its previous owner any more: after a delete the
 * value there would come back. When the window is over the tombstones get the usual short life:
 * soon nobody looks for them any more. Thread-safe.
 */
final class LongTombstones {

  private static final int AT_ONCE = 64;

  private final WindowContext context;
  private final Map<ByteBuffer, Node> made = new ConcurrentHashMap<>();

  LongTombstones(WindowContext context) {
    this.context = context;
  }

  void add(Node node, byte[] key) {
    made.put(ByteBuffer.wrap(key), node);
  }

  boolean contains(byte[] key) {
    return made.containsKey(ByteBuffer.wrap(key));
  }

  /** Shortens them all, in the background. One at a node that cannot be reached stays. */
  void shorten() {
    Queue<Map.Entry<ByteBuffer, Node>> left = new ConcurrentLinkedQueue<>(made.entrySet());
    for (int i = 0; i < AT_ONCE; i++) {
      shortenNext(left);
    }
  }

  /* Asynchronous, as a call for each failure would go as deep as the queue is long. */
  private void shortenNext(Queue<Map.Entry<ByteBuffer, Node>> left) {
    Map.Entry<ByteBuffer, Node> next = left.poll();
    if (next != null) {
      shorten(next.getValue(), next.getKey().array())
          .whenCompleteAsync((done, failure) -> shortenNext(left));
    }
  }

  private CompletionStage<MetaOutcome> shorten(Node node, byte[] key) {
    return context
        .call(Step.LOOK, node, MetaGet.look(key))
        .thenCompose(
            item ->
                Items.isTombstone(item)
                    ? context.call(
                        Step.TOMBSTONE,
                        node,
                        Items.tombstone(key, Items.TOMBSTONE_SECONDS, item.token()))
                    : CompletableFuture.completedFuture(MetaOutcome.NOT_FOUND));
  }
}
