package dev.cress.memcached.internal.operation;

/** Marks an operation that a server older than 1.6.10 does not understand. */
public interface NeedsMetaCommands {}
