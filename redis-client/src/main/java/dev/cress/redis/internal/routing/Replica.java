package dev.cress.redis.internal.routing;

import dev.cress.node.Node;
import dev.cress.redis.internal.connection.NodeConnection;

/**
 * A node that holds a copy, and its connection. Immutable.
 *
 * @param node the node
 * @param connection over which commands go there
 */
record Replica(Node node, NodeConnection connection) {}
