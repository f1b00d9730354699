package dev.cress.memcached.internal.operation;

/**
 * What a server answers to arithmetic. Immutable.
 *
 * @param outcome whether it was done
 * @param value the new value as the server prints it, up to 2^64 - 1; empty unless done
 */
public record MetaCount(MetaOutcome outcome, String value) {}
