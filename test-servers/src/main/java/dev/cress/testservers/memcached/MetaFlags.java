package dev.cress.testservers.memcached;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The key and the flags of a meta command. All flags of all commands are known to each of them;
 * what a flag means is the command's matter. Does not change once it is parsed.
 */
final class MetaFlags {

  private static final int MOST_WORDS = 18;
  private static final int LONGEST_OPAQUE = 31;
  private static final String BAD_TOKEN = "CLIENT_ERROR bad token in command line format";

  private final Map<Character, String> flags = new LinkedHashMap<>();
  private String key;
  private Optional<String> error = Optional.empty();

  private MetaFlags(String key) {
    this.key = key;
  }

  /** Checks what comes before the flags, and how many words there are. */
  static void check(Request request, String tooMany) {
    request.expectWords(2, Integer.MAX_VALUE);
    if (request.key().length() > Request.LONGEST_KEY) {
      throw new CommandException(Request.BAD_FORMAT);
    }
    if (request.size() > MOST_WORDS) {
      throw new CommandException("CLIENT_ERROR options " + tooMany);
    }
  }

  /**
   * Returns the flags from that word on. An unknown or repeated flag is refused at once; of other
   * errors the last one is told.
   */
  static MetaFlags parse(Request request, int firstFlag) {
    MetaFlags parsed = new MetaFlags(request.key());
    for (int i = firstFlag; i < request.size(); i++) {
      char flag = request.word(i).charAt(0);
      String token = request.word(i).substring(1);
      if (flag >= 127 || parsed.flags.put(flag, token) != null) {
        throw new CommandException("CLIENT_ERROR duplicate flag");
      }
      parsed.check(flag, token);
    }
    parsed.error.ifPresent(
        text -> {
          throw new CommandException(text);
        });
    return parsed;
  }

  /** Returns the flags of a command that tells all errors in one way. */
  static MetaFlags parseCoarsely(Request request) {
    try {
      return parse(request, 2);
    } catch (CommandException e) {
      throw new CommandException("CLIENT_ERROR invalid or duplicate flag");
    }
  }

  private void check(char flag, String token) {
    switch (flag) {
      case 'b' -> decodeKey();
      case 'N', 'T', 'R' -> expect(Numbers.signed(token).isPresent(), BAD_TOKEN);
      case 'C' -> expect(Numbers.unsigned(token).isPresent(), BAD_TOKEN);
      case 'F' -> expectAny(Numbers.unsigned(token).isPresent());
      case 'M' -> expect(token.length() == 1, "CLIENT_ERROR incorrect length for M token");
      case 'J' -> expectNumber(token, "initial");
      case 'D' -> expectNumber(token, "delta");
      case 'O', 'P', 'L', 'k', 's', 't', 'c', 'f', 'v', 'h', 'l', 'u', 'q', 'I' -> {}
      default -> throw new CommandException("CLIENT_ERROR invalid flag");
    }
  }

  private void expect(boolean valid, String otherwise) {
    if (!valid) {
      error = Optional.of(otherwise);
    }
  }

  /** An error without a text of its own does not replace one that has. */
  private void expectAny(boolean valid) {
    if (!valid && error.isEmpty()) {
      error = Optional.of(Request.BAD_FORMAT);
    }
  }

  private void expectNumber(String token, String what) {
    expect(Numbers.unsigned(token).isPresent(), "CLIENT_ERROR invalid numeric " + what + " value");
  }

  private void decodeKey() {
    try {
      byte[] decoded = Base64.getDecoder().decode(key.getBytes(ISO_8859_1));
      expect(decoded.length > 0 && key.length() % 4 == 0, "CLIENT_ERROR error decoding key");
      key = new String(decoded, ISO_8859_1);
    } catch (IllegalArgumentException e) {
      error = Optional.of("CLIENT_ERROR error decoding key");
    }
  }

  /** Returns the key, decoded. */
  String key() {
    return key;
  }

  /** Returns whether the key came in base64. */
  boolean binary() {
    return has('b');
  }

  boolean quiet() {
    return has('q');
  }

  boolean has(char flag) {
    return flags.containsKey(flag);
  }

  /** Returns what follows the flag, empty without the flag. */
  private String token(char flag) {
    return flags.getOrDefault(flag, "");
  }

  /** Returns all flags and their tokens, in the order they came. */
  Map<Character, String> all() {
    return flags;
  }

  /** Returns a flag's number without a sign, else the default. */
  long number(char flag, long otherwise) {
    return Numbers.unsigned(token(flag)).orElse(otherwise);
  }

  /** Returns the deadline of a flag with an expiry time, 0 without the flag. */
  int deadline(char flag, ServerClock clock) {
    return clock.deadline(Numbers.signed(token(flag)).orElse(0L).intValue());
  }

  /** Returns the letter of the mode switch, else the default. */
  String mode(String otherwise) {
    return flags.getOrDefault('M', otherwise);
  }

  /** Refuses an opaque token that is too long. */
  void checkOpaque() {
    if (token('O').length() > LONGEST_OPAQUE) {
      throw new CommandException("CLIENT_ERROR opaque token too long");
    }
  }

  /** Returns the flags that only come back, each after a blank. */
  String echo() {
    StringBuilder echo = new StringBuilder();
    flags.forEach((flag, token) -> echo.append(echo(flag, token, binary())));
    return echo.toString();
  }

  /** Returns the opaque token or the key, after a blank; nothing for other flags. */
  String echo(char flag, String token, boolean binaryKey) {
    return switch (flag) {
      case 'O' -> " O" + token;
      case 'k' -> " k" + (binaryKey ? base64(key) + " b" : key);
      default -> "";
    };
  }

  static String base64(String key) {
    return Base64.getEncoder().encodeToString(key.getBytes(ISO_8859_1));
  }
}
