/**
 * The {@code cress} command: who owns a key, how even the nodes are, what a change would move, and
 * golden rows for other languages. Commands measure with {@code core}; only the live sample talks
 * to servers, and it only reads.
 */
@org.jspecify.annotations.NullMarked
package dev.cress.cli;
