/**
 * A memcached in this JVM, for demos, examples and unit tests on machines without a memcached: the
 * classic text commands and the meta commands, answered like memcached 1.6.18 answers them. {@link
 * dev.cress.testservers.memcached.MemcachedServer} says what it is not. Never deployed.
 */
@org.jspecify.annotations.NullMarked
package dev.cress.testservers.memcached;
