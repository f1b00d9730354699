package dev.cress.memcached.internal.migration;

import dev.cress.migration.Fence;
import dev.cress.migration.Fences;
import dev.cress.migration.MigrationException;
import dev.cress.migration.ServerFacts;
import dev.cress.node.Node;
import dev.cress.selector.Placement;
import dev.cress.topology.Change;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * memcached keeps no fences: an item may be evicted at any time. So a client starts without asking
 * a server, and a change of the topology that would move keys is refused.
 */
final class NoFences implements Fences {

  @Override
  public ServerFacts inspect(Node node) {
    Fence none = new Fence(0, Fence.STABLE, Fence.text(0, Fence.STABLE));
    return new ServerFacts(identity(node), false, none, none, List.of());
  }

  @Override
  public String identity(Node node) {
    return node.address();
  }

  @Override
  public Fence raise(Node node, Fence.Role role, long version, int rank) {
    throw notOffered();
  }

  @Override
  public String openIn(Node node, long version, String nonce) {
    throw notOffered();
  }

  @Override
  public void done(Node node, long version) {
    throw notOffered();
  }

  @Override
  public long sweep(Node node, Change change) {
    throw notOffered();
  }

  @Override
  public long countForeign(Node node, Placement placement) {
    throw notOffered();
  }

  @Override
  public int awaitBarrier(Node node, long version, Set<String> members, Duration patience) {
    throw notOffered();
  }

  static MigrationException notOffered() {
    return new MigrationException("this release does not move keys between memcached nodes");
  }
}
