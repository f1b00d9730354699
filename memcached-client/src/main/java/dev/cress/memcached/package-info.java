/**
 * {@link dev.cress.memcached.CressMemcachedClient}, a sharded {@code MemcachedClient} of
 * spymemcached, and its builder.
 */
@org.jspecify.annotations.NullMarked
package dev.cress.memcached;
