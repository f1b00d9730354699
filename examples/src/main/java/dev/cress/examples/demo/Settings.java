package dev.cress.examples.demo;

import java.time.Duration;

/**
 * How large and how long a demo is. Immutable.
 *
 * @param memcached whether the servers are memcached, else they are Redis
 * @param keys how many keys each of the three holds, at least 1
 * @param phase how long the load runs before, between and after the changes
 * @param live whether the output is a terminal, in which lines may be drawn again
 */
record Settings(boolean memcached, int keys, Duration phase, boolean live) {

  static final Settings FULL = new Settings(false, 50_000, Duration.ofSeconds(10), false);
  static final Settings QUICK = new Settings(false, 15_000, Duration.ofSeconds(4), false);

  /** Reads {@code --memcached}, {@code --quick} and {@code --live}. */
  static Settings parse(String... args) {
    Settings settings = FULL;
    boolean memcached = false;
    boolean live = false;
    for (String arg : args) {
      switch (arg) {
        case "--memcached" -> memcached = true;
        case "--quick" -> settings = QUICK;
        case "--live" -> live = true;
        default -> throw new IllegalArgumentException("unknown option " + arg);
      }
    }
    return new Settings(memcached, settings.keys, settings.phase, live);
  }
}
