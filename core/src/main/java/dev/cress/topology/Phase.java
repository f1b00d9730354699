package dev.cress.topology;

/** How far a change of the node set has come. A document walks through them in this order. */
public enum Phase {
  /** No change is under way: the document's nodes own the keys. */
  STABLE,
  /** A change is proposed and its servers are checked; the previous nodes own the keys. */
  PREPARE,
  /** Commands on keys that will change their owner wait until nothing can reach the old one. */
  HOLD,
  /** Changed keys move, each when it is first touched or when the background drain meets it. */
  MIGRATE
}
