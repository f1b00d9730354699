/**
 * A command's way through the sharded connection: from Lettuce's command API, by the command's
 * keys, to the connection of the node that owns them.
 */
@org.jspecify.annotations.NullMarked
package dev.cress.redis.internal.routing;
