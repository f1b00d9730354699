/**
 * A command's way through the sharded connection: from Lettuce's command API, by the command's
 * keys, to the connection of the node that owns them; without keys to all nodes, whose answers are
 * joined. Also what each sharded connection has for itself: its transaction, the keys that it
 * watches and its blocking commands, the last two on links of their own.
 */
@org.jspecify.annotations.NullMarked
package dev.cress.redis.internal.routing;
