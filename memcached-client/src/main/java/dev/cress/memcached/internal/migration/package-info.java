/**
 * How keys move between memcached servers: a {@code KeyMove} for each key, and {@code OwnerWork}
 * for operations on keys that have moved, by leases and CAS tokens.
 */
@org.jspecify.annotations.NullMarked
package dev.cress.memcached.internal.migration;
