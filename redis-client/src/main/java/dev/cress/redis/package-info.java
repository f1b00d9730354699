/**
 * The sharded Redis client: Lettuce's own API over many independent servers, and the exceptions
 * that only such a client can throw.
 */
@NullMarked
package dev.cress.redis;

import org.jspecify.annotations.NullMarked;
