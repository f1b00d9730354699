package dev.cress.testservers;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Where servers come from. Declared, and tried, in order of preference. Immutable. */
public enum Provider {
  /** Containers of a Docker engine on this machine; the image decides the server's version. */
  DOCKER,

  /**
   * The {@code redis-server} or {@code valkey-server}, and the {@code memcached}, found on the
   * PATH, as child processes.
   */
  LOCAL,

  /**
   * For Redis the 6.2 binary inside the embedded-redis jar, as child processes; for memcached,
   * which no artifact ships, the small {@link dev.cress.testservers.memcached.MemcachedServer} in
   * this JVM.
   */
  EMBEDDED;

  /**
   * Returns the provider of that name.
   *
   * @param name {@code docker}, {@code local} or {@code embedded}
   * @throws IllegalArgumentException if no provider has that name
   */
  public static Provider of(String name) {
    return Arrays.stream(values())
        .filter(provider -> provider.toString().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "cress.servers must be " + names() + " but was " + name));
  }

  private static String names() {
    return Arrays.stream(values()).map(Provider::toString).collect(Collectors.joining(" or "));
  }

  /** Returns the name in lower case, as the property {@code cress.servers} takes it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
