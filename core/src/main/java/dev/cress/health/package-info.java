/**
 * Whether a node can be reached right now. Never has a say in who owns a key: a node that is not
 * available fails its own keys and no others.
 *
 * <p>There are two breakers. {@link dev.cress.health.NodeBreaker} keeps callers' commands from a
 * node: it is told by the channel how many were answered in time, and opens when most have failed
 * for half a second. {@link dev.cress.health.NodeWatch} has one of its own for a client's calls to
 * the previous owners of keys, which opens after failures in a row.
 */
@org.jspecify.annotations.NullMarked
package dev.cress.health;
