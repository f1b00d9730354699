/** What memcached's client brings to the topology's life; the moving of keys has its place here. */
@org.jspecify.annotations.NullMarked
package dev.cress.memcached.internal.migration;
