package dev.cress.testservers.memcached;

/** What a storage command does. */
enum StoreMode {
  SET,
  ADD,
  REPLACE,
  APPEND,
  PREPEND,
  CAS;

  /** Returns the mode that a letter of a meta set stands for. */
  static StoreMode ofLetter(String letter) {
    return switch (letter) {
      case "S" -> SET;
      case "E" -> ADD;
      case "R" -> REPLACE;
      case "A" -> APPEND;
      case "P" -> PREPEND;
      default -> throw new CommandException("CLIENT_ERROR invalid mode for ms M token");
    };
  }
}
