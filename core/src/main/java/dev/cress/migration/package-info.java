/**
 * How keys follow their owner when the topology changes, as far as Redis and memcached share it:
 * the window with its per-key gates and settled keys, the participant that walks a client through
 * the phases, and the coordinator that leads a change. What is done on a server is behind {@link
 * dev.cress.migration.Fences}, {@link dev.cress.migration.KeyMover} and {@link
 * dev.cress.migration.Connections}, which each adapter implements. {@code docs/migration.md} tells
 * the protocol.
 */
@org.jspecify.annotations.NullMarked
package dev.cress.migration;
