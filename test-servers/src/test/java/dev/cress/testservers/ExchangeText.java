package dev.cress.testservers;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Turns the text of an exchange into bytes, a char each, and compares replies with it. Not
 * thread-safe.
 *
 * <ul>
 *   <li>{@code \r}, {@code \n}, {@code \t}, {@code \x00}: one byte
 *   <li><code>{k*250}</code>: repeated text
 *   <li><code>{now+500}</code>: seconds since 1970, which in a reply may differ by two: the server
 *       counts in seconds of its own
 *   <li><code>{c1}</code>: in a reply a number that is not 0, first seen here; later the same
 *   <li><code>{*}</code>: in a reply any word
 *   <li>a time in a reply ({@code t100}, {@code l0}, {@code la=0}) may differ by a second
 * </ul>
 */
final class ExchangeText {

  private static final Pattern ESCAPE = Pattern.compile("\\\\(x[0-9a-f]{2}|.)");
  private static final Pattern BRACES = Pattern.compile("\\{([^}]*)}");
  private static final Pattern REPEATED = Pattern.compile("(.+)\\*(\\d+)");
  private static final Pattern TIME = Pattern.compile("( t| l| la=| exp=)(\\d+)(?= |$)");

  /** Above are times since 1970, below are spans. */
  private static final long SINCE_1970 = 1_000_000_000;

  private final Map<String, String> numbers = new HashMap<>();

  /** Returns the bytes to send. */
  String toSend(String text) {
    return unescape(BRACES.matcher(text).replaceAll(m -> quote(value(m.group(1)))));
  }

  private String value(String name) {
    Matcher repeated = REPEATED.matcher(name);
    if (repeated.matches()) {
      return repeated.group(1).repeat(Integer.parseInt(repeated.group(2)));
    }
    if (isTime(name)) {
      return time(name);
    }
    String number = numbers.get(name);
    if (number == null) {
      throw new IllegalArgumentException("{" + name + "} has not been seen in a reply");
    }
    return number;
  }

  private static boolean isTime(String name) {
    return name.startsWith("now");
  }

  private static String time(String name) {
    return "" + (System.currentTimeMillis() / 1000 + Integer.parseInt(name.substring(3)));
  }

  /** Returns whether a reply is what the text says, and remembers its new numbers. */
  boolean matches(String text, String reply) {
    StringBuilder regex = new StringBuilder();
    Map<String, Integer> groups = new HashMap<>();
    Matcher braces = BRACES.matcher(text);
    int end = 0;
    while (braces.find()) {
      regex.append(literal(text.substring(end, braces.start())));
      regex.append(pattern(braces.group(1), groups));
      end = braces.end();
    }
    regex.append(literal(text.substring(end)));
    Matcher matcher = Pattern.compile(regex.toString(), Pattern.DOTALL).matcher(reply);
    boolean matches = matcher.matches() && closeTimes(toExpect(text), reply);
    if (matches) {
      groups.forEach((name, group) -> numbers.put(name, matcher.group(group)));
    }
    return matches;
  }

  private String pattern(String name, Map<String, Integer> groups) {
    if (name.equals("*")) {
      return "\\S+";
    }
    if (isTime(name)) {
      return "\\d+";
    }
    if (REPEATED.matcher(name).matches() || numbers.containsKey(name)) {
      return Pattern.quote(unescape(value(name)));
    }
    groups.put(name, groups.size() + 1);
    return "([1-9]\\d*)";
  }

  /** Times are left to {@link #closeTimes}. */
  private static String literal(String text) {
    StringBuilder regex = new StringBuilder();
    Matcher time = TIME.matcher(text);
    int end = 0;
    while (time.find()) {
      regex.append(Pattern.quote(unescape(text.substring(end, time.start(2))))).append("\\d+");
      end = time.end();
    }
    return regex.append(Pattern.quote(unescape(text.substring(end)))).toString();
  }

  private static String toExpect(String text) {
    return unescape(
        BRACES.matcher(text).replaceAll(m -> isTime(m.group(1)) ? time(m.group(1)) : "0"));
  }

  private static boolean closeTimes(String expected, String reply) {
    long[] wanted = times(expected);
    long[] told = times(reply);
    boolean close = wanted.length == told.length;
    for (int i = 0; close && i < wanted.length; i++) {
      int tolerance = wanted[i] < SINCE_1970 ? 1 : 2;
      close = Math.abs(wanted[i] - told[i]) <= tolerance;
    }
    return close;
  }

  private static long[] times(String line) {
    return TIME.matcher(line)
        .results()
        .map(result -> result.group(2))
        .mapToLong(Long::parseLong)
        .toArray();
  }

  private static String unescape(String text) {
    return ESCAPE.matcher(text).replaceAll(m -> quote(unescape(m)));
  }

  private static String unescape(MatchResult escape) {
    String code = escape.group(1);
    return switch (code.charAt(0)) {
      case 'r' -> "\r";
      case 'n' -> "\n";
      case 't' -> "\t";
      case 'x' -> String.valueOf((char) Integer.parseInt(code.substring(1), 16));
      default -> code;
    };
  }

  private static String quote(String text) {
    return Matcher.quoteReplacement(text);
  }
}
