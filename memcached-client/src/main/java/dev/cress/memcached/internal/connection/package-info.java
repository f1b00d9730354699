/**
 * One connection for each node: how it is made, introduced, watched, replaced and closed. Nothing
 * here knows of topologies or keys.
 */
@org.jspecify.annotations.NullMarked
package dev.cress.memcached.internal.connection;
