package dev.cress.memcached.internal.migration;

import dev.cress.memcached.internal.migration.ServerCalls.Step;
import dev.cress.memcached.internal.operation.MetaGet;
import dev.cress.memcached.internal.operation.MetaItem;
import dev.cress.node.Node;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The tombstones that this client made to last as long as the window. When it is over before that
 * time they get the usual short life: soon nobody looks for tombstones any more. Thread-safe.
 */
final class LongTombstones {

  private static final int AT_ONCE = 64;

  @SuppressWarnings("ArrayRecordComponent") // passed on, never compared
  private record Made(Node node, byte[] key) {}

  private final WindowContext context;
  private final Queue<Made> made = new ConcurrentLinkedQueue<>();

  LongTombstones(WindowContext context) {
    this.context = context;
  }

  void add(Node node, byte[] key) {
    made.add(new Made(node, key));
  }

  /** Shortens them all, in the background. One at a node that cannot be reached stays. */
  void shorten() {
    for (int i = 0; i < AT_ONCE; i++) {
      shortenNext();
    }
  }

  private void shortenNext() {
    Made next = made.poll();
    if (next != null) {
      context
          .call(Step.LOOK, next.node, MetaGet.look(next.key))
          .thenAccept(item -> shorten(next, item));
    }
  }

  private void shorten(Made next, MetaItem item) {
    if (Items.isTombstone(item)) {
      context
          .call(
              Step.TOMBSTONE,
              next.node,
              Items.tombstone(next.key, Items.TOMBSTONE_SECONDS, item.token()))
          .thenAccept(done -> shortenNext());
    } else {
      shortenNext();
    }
  }
}
