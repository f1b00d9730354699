package dev.cress.testservers.memcached;

import java.util.List;
import java.util.stream.Stream;

/** The words of a command line. Immutable. */
record Request(List<String> words) {

  static final int LONGEST_KEY = 250;
  static final String BAD_FORMAT = "CLIENT_ERROR bad command line format";

  /** Splits at blanks; a zero byte ends the line. */
  static Request of(String line) {
    int zero = line.indexOf('\0');
    String text = zero < 0 ? line : line.substring(0, zero);
    return new Request(Stream.of(text.split(" ")).filter(word -> !word.isEmpty()).toList());
  }

  int size() {
    return words.size();
  }

  String word(int index) {
    return words.get(index);
  }

  /** Returns the second word. */
  String key() {
    return words.get(1);
  }

  /** Refuses a number of words outside of these bounds. */
  void expectWords(int least, int most) {
    if (size() < least || size() > most) {
      throw new CommandException("ERROR");
    }
  }

  boolean quiet() {
    return words.get(size() - 1).equals("noreply");
  }

  /** Answers, unless the client wants no answer. */
  Step answer(String text) {
    return quiet() ? Step.SILENT : Step.line(text);
  }

  /** An answer that ends the command. */
  CommandException refusal(String text) {
    return new CommandException(answer(text));
  }

  /** Returns the key, or refuses one that is too long. */
  String checkedKey() {
    if (key().length() > LONGEST_KEY) {
      throw refusal(BAD_FORMAT);
    }
    return key();
  }
}
