package dev.cress.testservers.memcached;

/** How a storage command ended. */
enum Outcome {
  STORED("HD"),
  NOT_STORED("NS"),
  EXISTS("EX"),
  NOT_FOUND("NF");

  /** What a meta command answers; a classic one answers with the name. */
  final String code;

  Outcome(String code) {
    this.code = code;
  }
}
