/** Counts the keys of sampled commands, by node. */
@org.jspecify.annotations.NullMarked
package dev.cress.redis.internal.hotkeys;
