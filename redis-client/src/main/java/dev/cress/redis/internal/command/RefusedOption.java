package dev.cress.redis.internal.command;

import java.util.List;
import java.util.stream.Stream;

/**
 * An option with which a command is not sent. Text form: its word, or its word and {@code *} when
 * it is refused only with a pattern that names keys, that is, one with an asterisk.
 *
 * @param word the option's name
 * @param onlyWithPattern whether it is refused only if the next argument has an asterisk
 */
record RefusedOption(String word, boolean onlyWithPattern) {

  private static final String PATTERN = " *";

  /** Reads a list such as {@code BY *, GET *}; empty text is the empty list. */
  static List<RefusedOption> parse(String text) {
    return Stream.of(text.split(", ", -1))
        .filter(option -> !option.isEmpty())
        .map(option -> new RefusedOption(option.replace(PATTERN, ""), option.endsWith(PATTERN)))
        .toList();
  }

  /** The text form. */
  @Override
  public String toString() {
    return onlyWithPattern ? word + PATTERN : word;
  }

  /** Tells whether it is the argument at this index. */
  boolean isAt(int index, EncodedArgs args) {
    return args.isWord(index, word)
        && (!onlyWithPattern || (index + 1 < args.count() && args.contains(index + 1, '*')));
  }
}
