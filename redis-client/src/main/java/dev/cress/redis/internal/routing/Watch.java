package dev.cress.redis.internal.routing;

import dev.cress.migration.MigrationException;
import dev.cress.redis.error.NodeUnavailableException;
import dev.cress.redis.internal.connection.DedicatedLink;
import dev.cress.redis.internal.connection.NodeConnection;
import dev.cress.routing.View;
import java.util.List;

/**
 * Keys that a server watches for one facade. Immutable.
 *
 * @param node the keys' node
 * @param link the link on which they are watched
 * @param version the topology version in force when the first of them was
 * @param keys the keys
 */
record Watch(NodeConnection node, DedicatedLink link, long version, List<byte[]> keys) {

  private static final long BROKEN = Long.MIN_VALUE;

  /** The same keys after a WATCH has told that they may have moved: so will EXEC. */
  Watch broken() {
    return new Watch(node, link, BROKEN, keys);
  }

  boolean isBroken() {
    return version == BROKEN;
  }

  /**
   * Makes sure that the server still watches these keys for all the world: it has the connection,
   * and no change of the topology has taken a key away, even if a later one brought it back.
   */
  void check(View<NodeConnection> view, NodeConnection target) {
    long now = view.topology().version();
    if (isBroken() || !target.equals(node) || now > version + 1) {
      throw new MigrationException(
          "watched keys may have moved from node "
              + node.name()
              + " in the change to version "
              + now
              + "; nothing was carried out: begin again with WATCH");
    }
    if (!link.isOpen()) {
      throw new NodeUnavailableException(node.name(), null);
    }
  }
}
