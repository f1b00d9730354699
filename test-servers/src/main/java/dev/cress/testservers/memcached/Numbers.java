package dev.cress.testservers.memcached;

import java.math.BigInteger;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers as C's strtoull and strtol read them: blanks and a sign before, a blank may follow. */
final class Numbers {

  private static final Pattern NUMBER =
      Pattern.compile("[ \\t\\n\\x0B\\f\\r]*([+-]?\\d+)([ \\t\\n\\x0B\\f\\r].*)?", Pattern.DOTALL);

  private Numbers() {}

  /** Returns a number of 64 bits without a sign. As in C, a small negative one wraps: no number. */
  static Optional<Long> unsigned(String text) {
    return parse(text)
        .filter(number -> number.abs().bitLength() <= 64)
        .filter(number -> number.signum() >= 0 || number.longValue() >= 0)
        .map(BigInteger::longValue);
  }

  /** Returns a number of 64 bits with a sign. */
  static Optional<Long> signed(String text) {
    return parse(text).filter(number -> number.bitLength() < 64).map(BigInteger::longValue);
  }

  private static Optional<BigInteger> parse(String text) {
    Matcher matcher = NUMBER.matcher(text);
    return matcher.matches() ? Optional.of(new BigInteger(matcher.group(1))) : Optional.empty();
  }
}
