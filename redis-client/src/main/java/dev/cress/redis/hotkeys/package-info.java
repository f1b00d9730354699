/** Which keys are asked for most: how that is watched, and what was found. */
@org.jspecify.annotations.NullMarked
package dev.cress.redis.hotkeys;
