/**
 * What a change of the topology does on Redis servers: the scripts, fences, sweeps and the movement
 * of keys. {@code docs/migration.md} tells the protocol.
 */
@org.jspecify.annotations.NullMarked
package dev.cress.redis.internal.migration;
