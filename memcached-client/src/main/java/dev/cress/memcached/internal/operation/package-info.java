/**
 * memcached's text protocol: one class for each kind of operation, made by one factory. An error
 * that a server replies fails its own operation and no other; only a reply that cannot be read ends
 * the connection.
 */
@org.jspecify.annotations.NullMarked
package dev.cress.memcached.internal.operation;
