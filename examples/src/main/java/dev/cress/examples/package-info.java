/**
 * One runnable main for each question that a user asks. Each starts real servers of its own, so
 * that it runs anywhere.
 */
@NullMarked
package dev.cress.examples;

import org.jspecify.annotations.NullMarked;
