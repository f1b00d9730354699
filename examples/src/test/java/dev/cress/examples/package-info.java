/** Runs every example. */
@org.jspecify.annotations.NullMarked
package dev.cress.examples;
