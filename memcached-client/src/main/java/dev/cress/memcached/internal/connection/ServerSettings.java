package dev.cress.memcached.internal.connection;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a server tells of itself when it is connected.
 *
 * @param version as it prints it
 * @param itemSizeMax the largest value it takes, in bytes
 */
record ServerSettings(String version, long itemSizeMax) {

  private static final Pattern NUMBERS = Pattern.compile("(\\d+)\\.(\\d+)\\.(\\d+).*");
  private static final int FIRST_META_MINOR = 6;
  private static final int FIRST_META_PATCH = 10;

  /** Whether the server knows the meta commands as they are since 1.6.10. */
  boolean hasMetaCommands() {
    Matcher numbers = NUMBERS.matcher(version);
    if (!numbers.matches()) {
      return false;
    }
    int major = Integer.parseInt(numbers.group(1));
    int minor = Integer.parseInt(numbers.group(2));
    int patch = Integer.parseInt(numbers.group(3));
    return major > 1
        || minor > FIRST_META_MINOR
        || (minor == FIRST_META_MINOR && patch >= FIRST_META_PATCH);
  }
}
