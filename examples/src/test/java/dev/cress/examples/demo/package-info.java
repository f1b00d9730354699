/** Runs the demo and checks that it sees mistakes. */
@org.jspecify.annotations.NullMarked
package dev.cress.examples.demo;
