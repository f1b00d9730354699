package dev.cress.selector;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the JSON of the vectors: objects, arrays, strings, whole numbers, true, false, null. */
final class Json {

  /** Stands for null, which collections do not take. */
  static final Object NULL = new Object();

  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> object(String text) {
    return (Map<String, Object>) new Json(text).value();
  }

  private Object value() {
    char first = text.charAt(at);
    if (first == '{') {
      return object();
    }
    if (first == '[') {
      return array();
    }
    if (first == '"') {
      return string();
    }
    int start = at;
    while (at < text.length() && ",]}".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    String word = text.substring(start, at);
    return switch (word) {
      case "true" -> true;
      case "false" -> false;
      case "null" -> NULL;
      default -> Integer.parseInt(word);
    };
  }

  private Map<String, Object> object() {
    Map<String, Object> object = new LinkedHashMap<>();
    while (more('}')) {
      String name = string();
      at++; // the colon
      object.put(name, value());
    }
    return object;
  }

  private List<Object> array() {
    List<Object> array = new ArrayList<>();
    while (more(']')) {
      array.add(value());
    }
    return array;
  }

  /** Steps over an opening bracket or a comma; false, and over it, at the closing one. */
  private boolean more(char close) {
    if (text.charAt(at) == close) {
      at++;
      return false;
    }
    at++;
    if (text.charAt(at) == close) {
      at++;
      return false;
    }
    return true;
  }

  private String string() {
    StringBuilder string = new StringBuilder();
    for (at++; text.charAt(at) != '"'; at++) {
      char c = text.charAt(at);
      if (c == '\\') {
        at++;
        c = text.charAt(at);
        if ("\"\\/".indexOf(c) < 0) {
          throw new IllegalArgumentException("unknown escape \\" + c + " in " + text);
        }
      }
      string.append(c);
    }
    at++;
    return string.toString();
  }
}
