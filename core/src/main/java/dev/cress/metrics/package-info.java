/**
 * All meters of Cress: their names, tags and descriptions stand here and nowhere else. A node's
 * <em>name</em> is the tag, never its address.
 */
@org.jspecify.annotations.NullMarked
package dev.cress.metrics;
