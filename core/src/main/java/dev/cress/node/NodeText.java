package dev.cress.node;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * The rules for names, zones and hosts, and a node as text: {@code a=host:port;weight=2;zone=z}.
 */
final class NodeText {

  private static final int MAX_LABEL_BYTES = 255;
  private static final double LARGEST_PLAIN_INTEGER = 1e15;
  private static final Pattern PORT = Pattern.compile("[0-9]{1,5}");
  private static final Pattern DECIMAL = Pattern.compile("-?[0-9]*\\.?[0-9]*([eE][+-]?[0-9]+)?");

  private NodeText() {}

  /** Checks a name or a zone. */
  static void checkLabel(String what, String value) {
    Objects.requireNonNull(value, what);
    checkCharacters(what, value, "=,;");
    int bytes = value.getBytes(StandardCharsets.UTF_8).length;
    if (bytes < 1 || bytes > MAX_LABEL_BYTES) {
      throw new IllegalArgumentException(
          what + " must have 1 to 255 bytes in UTF-8 but has " + bytes + ": " + quote(value));
    }
    if (!value.equals(value.strip())) {
      throw new IllegalArgumentException(
          what + " must not begin or end with white space but was " + quote(value));
    }
  }

  static void checkHost(String host) {
    Objects.requireNonNull(host, "host");
    if (host.isBlank()) {
      throw new IllegalArgumentException("host must not be blank but was " + quote(host));
    }
    checkCharacters("host", host, "=,;[]");
    if (host.chars().anyMatch(Character::isWhitespace)) {
      throw new IllegalArgumentException("host must have no white space but was " + quote(host));
    }
  }

  private static void checkCharacters(String what, String value, String refused) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (refused.indexOf(c) >= 0 || Character.isISOControl(c)) {
        String list = refused.replace("", " ").strip();
        throw new IllegalArgumentException(
            what + " must have none of " + list + " or control characters but was " + quote(value));
      }
    }
    // A lone surrogate has no bytes in UTF-8: two such names would look the same to a hash.
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(value)) {
      throw new IllegalArgumentException(what + " must be valid Unicode but was " + quote(value));
    }
  }

  static String format(Node node) {
    StringBuilder text = new StringBuilder(node.name()).append('=').append(node.address());
    double weight = node.weight();
    if (weight != Node.DEFAULT_WEIGHT) {
      text.append(";weight=").append(formatWeight(weight));
    }
    if (node.zone() != null) {
      text.append(";zone=").append(node.zone());
    }
    return text.toString();
  }

  private static String formatWeight(double weight) {
    boolean plainInteger = weight < LARGEST_PLAIN_INTEGER && weight == Math.rint(weight);
    return plainInteger ? Long.toString((long) weight) : Double.toString(weight);
  }

  /** Reads what {@link #format} writes; white space around the parts is allowed. */
  static Node parse(String text) {
    String[] parts = text.split(";", -1);
    int equals = parts[0].indexOf('=');
    if (equals < 0) {
      throw new IllegalArgumentException("a node must be name=host:port but was " + quote(text));
    }
    Node.Builder builder = Node.builder(parts[0].substring(0, equals).strip());
    parseAddress(parts[0].substring(equals + 1).strip(), builder);
    boolean weightSeen = false;
    boolean zoneSeen = false;
    for (int i = 1; i < parts.length; i++) {
      String part = parts[i].strip();
      if (part.startsWith("weight=") && !weightSeen) {
        builder.weight(parseWeight(part.substring("weight=".length()).strip()));
        weightSeen = true;
      } else if (part.startsWith("zone=") && !zoneSeen) {
        builder.zone(part.substring("zone=".length()).strip());
        zoneSeen = true;
      } else {
        throw new IllegalArgumentException(
            "after the address must come weight= or zone=, each once, but was " + quote(part));
      }
    }
    return builder.build();
  }

  private static void parseAddress(String address, Node.Builder builder) {
    int colon = address.lastIndexOf(':');
    String host = colon < 0 ? "" : address.substring(0, colon);
    String port = address.substring(colon + 1);
    boolean brackets = host.startsWith("[") && host.endsWith("]");
    // An IPv6 address without brackets is refused: its last group would be taken for the port.
    if (!PORT.matcher(port).matches() || host.contains(":") != brackets) {
      throw new IllegalArgumentException("address must be host:port but was " + quote(address));
    }
    builder.address(brackets ? host.substring(1, host.length() - 1) : host, Integer.parseInt(port));
  }

  private static double parseWeight(String weight) {
    if (DECIMAL.matcher(weight).matches() && weight.chars().anyMatch(Character::isDigit)) {
      try {
        return Double.parseDouble(weight);
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException("weight must be a number but was " + quote(weight), e);
      }
    }
    throw new IllegalArgumentException("weight must be a number but was " + quote(weight));
  }

  /** Returns a value in quotes, with control characters and lone surrogates made visible. */
  static String quote(String value) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (Character.isISOControl(c) || Character.isSurrogate(c)) {
        quoted.append(String.format("\\u%04x", (int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
