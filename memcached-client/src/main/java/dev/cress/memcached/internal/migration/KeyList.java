package dev.cress.memcached.internal.migration;

import dev.cress.memcached.internal.connection.NodeConnection;
import dev.cress.memcached.internal.connection.NodeConnections;
import dev.cress.memcached.internal.operation.KeyCheck;
import dev.cress.memcached.internal.operation.MetadumpText;
import dev.cress.node.CressException;
import dev.cress.node.Node;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/** Lists the keys of a node, over a connection of its own. Blocking; thread-safe. */
final class KeyList {

  private static final long BUSY_PAUSE_MILLIS = 100;

  private final NodeConnections connections;

  KeyList(NodeConnections connections) {
    this.connections = connections;
  }

  /**
   * Lists the keys that this client could use itself, apart from internal ones. It is no snapshot.
   *
   * @param taker gets each key, and may block
   * @throws CressException if the server cannot be reached or does not list its keys
   */
  void forEach(Node node, Consumer<byte[]> taker) throws InterruptedException {
    NodeConnection connection = connections.extra(node);
    try {
      while (!list(connection, taker)) {
        Thread.sleep(BUSY_PAUSE_MILLIS); // the server has another list to do
      }
    } finally {
      connection.closeNow();
    }
  }

  private static boolean list(NodeConnection connection, Consumer<byte[]> taker)
      throws InterruptedException {
    MetadumpText dump =
        new MetadumpText(
            key -> {
              if (KeyCheck.accepts(key)) {
                taker.accept(key);
              }
            });
    connection.write(dump);
    try {
      return dump.reply().get();
    } catch (ExecutionException e) {
      throw new CressException(
          "node " + connection.name() + " does not list its keys: " + Waiting.reason(e),
          e.getCause());
    }
  }
}
