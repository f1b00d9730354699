package dev.cress.cli;

/**
 * The reader of the output has gone, as {@code head} goes when it has enough. The program ends
 * without a word, as others do, with the code of a process that a broken pipe ended.
 */
final class ReaderGoneException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  static final int EXIT_CODE = 128 + 13;

  ReaderGoneException(Throwable cause) {
    super(cause);
  }
}
