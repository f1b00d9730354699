package dev.cress.redis.internal.migration;

import dev.cress.node.Node;
import dev.cress.topology.Change;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** The keys that previous owners still hold and that this change takes away. Thread-safe. */
final class Unmoved {

  private static final int SCAN_BATCH = 256;

  private final WindowContext context;

  Unmoved(WindowContext context) {
    this.context = context;
  }

  /** Goes once through a previous owner. */
  KeyScan scan(Node from) {
    return new KeyScan(context.connection(from), SCAN_BATCH, context.serverWait());
  }

  /** Counts what a previous owner still holds; blocking. */
  long count(Node from) {
    LongAdder count = new LongAdder();
    scan(from)
        .forEachRemaining(
            keys -> byOwner(from, keys).values().forEach(some -> count.add(some.size())));
    return count.sum();
  }

  /** Selects from a previous owner's keys those that this change takes away, by their owner. */
  Map<Node, List<byte[]>> byOwner(Node from, List<byte[]> keys) {
    Change change = context.change();
    Map<Node, List<byte[]>> groups = new HashMap<>();
    for (byte[] key : keys) {
      int before = change.before().ownerIndex(key, 0, key.length);
      int after = change.after().ownerIndex(key, 0, key.length);
      if (change.before().nodes().get(before).equals(from) && change.differ(before, after)) {
        groups
            .computeIfAbsent(change.after().nodes().get(after), node -> new ArrayList<>())
            .add(key);
      }
    }
    return groups;
  }
}
