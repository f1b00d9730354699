package dev.cress.redis.internal.routing;

import dev.cress.node.CrossNodeException;
import dev.cress.redis.internal.connection.NodeConnection;
import dev.cress.routing.Passage;
import dev.cress.routing.Router;
import dev.cress.routing.View;
import dev.cress.routing.Waiting;
import io.lettuce.core.protocol.RedisCommand;
import java.util.List;
import java.util.function.Supplier;

/** The way of a command whose keys must all live on one node. */
final class OneNode {

  private OneNode() {}

  /** Lines a command up at the gates of its keys if it cannot go on at once. */
  static boolean waits(
      View<NodeConnection> view, List<byte[]> keys, Supplier<? extends Waiting> command) {
    if (!view.hasGates()) {
      return false;
    }
    Passage passage = view.passage();
    boolean[] gated = new boolean[keys.size()];
    boolean free = true;
    for (int i = 0; i < gated.length; i++) {
      gated[i] = view.isGated(view.place(keys.get(i)));
      free &= passage.isFree(keys.get(i), gated[i]);
    }
    return !free && passage.enqueue(command.get(), keys, gated);
  }

  /** The target of all keys, which have passed the gates. */
  static NodeConnection target(
      View<NodeConnection> view, RedisCommand<?, ?, ?> command, List<byte[]> keys) {
    int first = reachable(view, keys.get(0));
    for (int i = 1; i < keys.size(); i++) {
      int other = reachable(view, keys.get(i));
      if (view.target(other) != view.target(first)) {
        throw CrossNode.failure(command, view.node(first), view.node(other));
      }
    }
    return view.target(first);
  }

  /**
   * Tells whether another node has become the owner of keys, so that a failure of this one is moot.
   */
  static boolean haveLeft(
      Router<NodeConnection> router,
      RedisCommand<?, ?, ?> command,
      List<byte[]> keys,
      NodeConnection node) {
    View<NodeConnection> view = router.enter();
    try {
      return !target(view, command, keys).equals(node);
    } catch (CrossNodeException e) {
      return true;
    } finally {
      view.leave();
    }
  }

  private static int reachable(View<NodeConnection> view, byte[] key) {
    int place = view.place(key);
    return view.isGated(place) ? view.placeBehindGates(key) : place;
  }
}
