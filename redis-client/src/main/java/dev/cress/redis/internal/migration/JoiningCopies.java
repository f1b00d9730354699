package dev.cress.redis.internal.migration;

import dev.cress.node.Node;
import dev.cress.selector.Placement;
import dev.cress.topology.Change;
import java.util.List;
import java.util.function.Predicate;

/**
 * Tells of which keys a server holds a copy after a change and none before it. What it has of them
 * is left over from earlier. Immutable.
 */
final class JoiningCopies implements Predicate<byte[]> {

  private final Node node;
  private final Change change;
  private final String server;
  private final int copies;

  JoiningCopies(Node node, Change change, int copies) {
    this.node = node;
    this.change = change;
    this.server = change.server(node);
    this.copies = copies;
  }

  @Override
  public boolean test(byte[] key) {
    return replicas(change.after(), key).contains(node)
        && replicas(change.before(), key).stream()
            .noneMatch(other -> change.server(other).equals(server));
  }

  private List<Node> replicas(Placement placement, byte[] key) {
    return placement.replicas(key, Math.min(copies, placement.nodes().size()));
  }
}
