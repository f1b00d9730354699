package dev.cress.memcached.internal.operation;

import org.jspecify.annotations.Nullable;

/** What a server answers to a meta command that writes. */
public enum MetaOutcome {
  /** It was done ({@code HD}). */
  DONE,
  /** The item is not the one that the token was read from ({@code EX}). */
  EXISTS,
  /** There is no item ({@code NF}). */
  NOT_FOUND,
  /** The mode does not allow it: there is an item, or none ({@code NS}). */
  NOT_STORED;

  /** Reads a reply; null if it is none of these. */
  static @Nullable MetaOutcome parse(String reply) {
    return switch (reply) {
      case "HD" -> DONE;
      case "EX" -> EXISTS;
      case "NF" -> NOT_FOUND;
      case "NS" -> NOT_STORED;
      default -> null;
    };
  }
}
