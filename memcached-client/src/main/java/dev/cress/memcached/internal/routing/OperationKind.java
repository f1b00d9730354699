package dev.cress.memcached.internal.routing;

/** How an operation reaches its nodes. */
enum OperationKind {
  /** Goes to the owner of its key. */
  SINGLE_KEY,
  /** One part of a read of several keys, for the keys of one node. */
  FAN_OUT,
  /** Goes to a node as such, as {@code flush_all} does to each. */
  NODE
}
