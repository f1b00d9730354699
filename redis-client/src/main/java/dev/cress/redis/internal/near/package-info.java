/** What a near cache needs to know of the servers: which of its entries still hold. */
@org.jspecify.annotations.NullMarked
package dev.cress.redis.internal.near;
