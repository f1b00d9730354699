/** The sharded Redis client: Lettuce's own API over many independent servers. */
@NullMarked
package dev.cress.redis;

import org.jspecify.annotations.NullMarked;
