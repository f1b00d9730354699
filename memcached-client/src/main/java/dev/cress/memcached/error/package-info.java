/**
 * Why an operation failed on its way to a node or back; the cause of spymemcached's own failure.
 */
@org.jspecify.annotations.NullMarked
package dev.cress.memcached.error;
