/**
 * From spymemcached's client to the nodes: finds the owner of each key under one view of the
 * topology and hands operations over.
 */
@org.jspecify.annotations.NullMarked
package dev.cress.memcached.internal.routing;
