package dev.cress.examples.demo;

/**
 * What a server says of the rest of a key's life. Immutable.
 *
 * @param answer what kind of answer it is
 * @param millis the rest, 0 unless the answer is {@link Answer#ENDS}
 */
record TimeLeft(Answer answer, long millis) {

  static final TimeLeft NO_KEY = new TimeLeft(Answer.NO_KEY, 0);
  static final TimeLeft ENDLESS = new TimeLeft(Answer.ENDLESS, 0);
  static final TimeLeft UNKNOWN = new TimeLeft(Answer.UNKNOWN, 0);

  /** What can be said of it. */
  enum Answer {
    NO_KEY,
    ENDLESS,
    ENDS,
    /** The key was about to move: ask again later. */
    UNKNOWN
  }

  static TimeLeft millis(long millis) {
    return new TimeLeft(Answer.ENDS, millis);
  }
}
