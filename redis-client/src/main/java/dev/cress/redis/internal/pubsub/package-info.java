/**
 * Publish and subscribe over all nodes: each channel is served by the node that owns its name,
 * patterns and events of keys are heard at every node, and subscriptions follow the topology.
 */
@org.jspecify.annotations.NullMarked
package dev.cress.redis.internal.pubsub;
