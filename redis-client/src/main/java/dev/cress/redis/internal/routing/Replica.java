package dev.cress.redis.internal.routing;

import dev.cress.node.Node;
import dev.cress.redis.internal.connection.NodeConnection;

/**
 * A node that holds a copy, and the way to it. Immutable.
 *
 * @param node the node
 * @param connection the way
 */
record Replica(Node node, NodeConnection connection) {}
