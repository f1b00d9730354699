package dev.cress.redis.internal.routing;

import dev.cress.node.CrossNodeException;
import dev.cress.node.Node;
import io.lettuce.core.protocol.RedisCommand;

/** Says what is wrong with a command whose keys live on several nodes. */
final class CrossNode {

  private CrossNode() {}

  static CrossNodeException failure(RedisCommand<?, ?, ?> command, Node one, Node other) {
    return new CrossNodeException(
        command.getType()
            + " needs all its keys on one node, but they are on nodes "
            + one.name()
            + " and "
            + other.name()
            + "; give the keys the same hash tag, as in {user1}:a and {user1}:b, to keep them"
            + " together");
  }
}
