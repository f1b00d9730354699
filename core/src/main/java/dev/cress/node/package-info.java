/**
 * The servers of a cache as immutable values: what a node is called, where it listens, how large
 * its share is. Also home of {@link dev.cress.node.CressException} and its kinds, because every
 * other package may import this one.
 */
@org.jspecify.annotations.NullMarked
package dev.cress.node;
