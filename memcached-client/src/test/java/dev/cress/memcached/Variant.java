package dev.cress.memcached;

import dev.cress.memcached.internal.migration.ServerCalls;

/**
 * The protocol as it is, or with one of its precautions left out, to show what that one is for.
 * Immutable.
 */
@FunctionalInterface
interface Variant {

  /** The protocol as it is. */
  Variant STANDARD = next -> next;

  /** The calls of one client, some of them replaced. */
  ServerCalls decorate(ServerCalls next);
}
