/**
 * The way of one command: from the key to the target that owns it, under exactly one topology
 * snapshot. A {@link dev.cress.routing.View} is that snapshot, the {@link dev.cress.routing.Router}
 * holds the one in force and tells when an older one is no longer used by any thread.
 */
@org.jspecify.annotations.NullMarked
package dev.cress.routing;
