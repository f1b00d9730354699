/** The failures that only a sharded connection knows, beside those that Lettuce reports. */
@org.jspecify.annotations.NullMarked
package dev.cress.redis.error;
