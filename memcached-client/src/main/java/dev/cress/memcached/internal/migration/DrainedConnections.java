package dev.cress.memcached.internal.migration;

import dev.cress.memcached.internal.connection.NodeConnection;
import dev.cress.migration.Connections;
import dev.cress.node.Node;
import java.util.Collection;
import java.util.concurrent.CompletionStage;

/**
 * The client's connections, where an operation of several steps counts as sent when its last step
 * is. Thread-safe.
 *
 * @param connections the connections
 * @param changedKeys the keys whose operations have several steps
 */
record DrainedConnections(Connections<NodeConnection> connections, ChangedKeys changedKeys)
    implements Connections<NodeConnection> {

  @Override
  public NodeConnection target(Node node) {
    return connections.target(node);
  }

  @Override
  public CompletionStage<Void> attempted() {
    return connections.attempted();
  }

  @Override
  public CompletionStage<Void> tag(long version) {
    return changedKeys.idle().thenCompose(idle -> connections.tag(version));
  }

  @Override
  public void retain(Collection<Node> nodes) {
    connections.retain(nodes);
  }
}
