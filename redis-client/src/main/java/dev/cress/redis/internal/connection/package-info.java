/**
 * One shared connection to each node: connected, tagged with the topology version that this client
 * has drained to, and reconnected without ever sending a command twice. Beside it dedicated links,
 * for one user at a time.
 */
@org.jspecify.annotations.NullMarked
package dev.cress.redis.internal.connection;
