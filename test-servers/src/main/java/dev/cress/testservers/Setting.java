package dev.cress.testservers;

import java.util.Locale;

/** Reads a setting from a system property or, without one, from the environment. */
final class Setting {

  private Setting() {}

  /**
   * Returns the system property of that name, else the environment variable (dots become
   * underscores, upper case: {@code CRESS_REDIS_IMAGE}), else the default. Blank counts as absent.
   */
  static String of(String name, String defaultValue) {
    String property = System.getProperty(name, "");
    if (!property.isBlank()) {
      return property;
    }
    String variable = System.getenv(name.replace('.', '_').toUpperCase(Locale.ROOT));
    return variable == null || variable.isBlank() ? defaultValue : variable;
  }
}
