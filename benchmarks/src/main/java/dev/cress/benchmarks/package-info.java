/**
 * What Cress costs and what it gains: one class per question, each of them a name of {@code
 * bin/bench}. Cress and its rival work in turns in one JVM, so that a busy machine troubles both.
 */
@NullMarked
package dev.cress.benchmarks;

import org.jspecify.annotations.NullMarked;
