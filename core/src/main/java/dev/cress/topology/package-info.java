/**
 * Which nodes exist, and how that changes: versioned documents from a {@link
 * dev.cress.topology.TopologySource}, the sealed life cycle of {@link dev.cress.topology.Topology}
 * that a client derives from them, and pure transitions between the two. Holds no connections.
 */
@org.jspecify.annotations.NullMarked
package dev.cress.topology;
