package dev.cress.testservers;

import java.util.Arrays;
import java.util.function.Predicate;

/**
 * Which provider to use, decided from two settings and from what answers here. Immutable.
 *
 * @param named the provider asked for by name, empty for the first that answers
 * @param requireDocker whether a missing Docker engine is a failure instead of a reason to fall
 *     back
 */
record ProviderChoice(String named, boolean requireDocker) {

  /** Returns the choice that {@code cress.servers} and {@code cress.requireDocker} ask for. */
  static ProviderChoice fromSettings() {
    return new ProviderChoice(
        Setting.of("cress.servers", ""),
        Boolean.parseBoolean(Setting.of("cress.requireDocker", "false")));
  }

  /**
   * Returns the provider to use.
   *
   * @param answers whether a provider can start servers here; asked only for providers in question
   * @throws IllegalStateException if the wanted provider, or every provider, does not answer
   */
  Provider choose(Predicate<Provider> answers) {
    if (requireDocker && !named.isEmpty() && Provider.of(named) != Provider.DOCKER) {
      throw new IllegalStateException(
          "cress.requireDocker=true contradicts cress.servers=" + named + ": leave one out.");
    }
    if (requireDocker) {
      return demand(Provider.DOCKER, "cress.requireDocker=true", answers);
    }
    if (!named.isEmpty()) {
      return demand(Provider.of(named), "cress.servers=" + named, answers);
    }
    return Arrays.stream(Provider.values())
        .filter(answers)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "No servers for tests: start Docker, or put redis-server on the PATH; the"
                        + " embedded Redis does not run on this machine."));
  }

  /** Returns the wanted provider, or fails and says who wanted it. */
  static Provider demand(Provider wanted, String reason, Predicate<Provider> answers) {
    if (answers.test(wanted)) {
      return wanted;
    }
    throw new IllegalStateException(
        switch (wanted) {
          case DOCKER ->
              reason + " but no Docker engine answers at DOCKER_HOST or the usual sockets.";
          case LOCAL ->
              reason
                  + " but neither redis-server nor valkey-server is on the PATH, and"
                  + " cress.redis.binary names no executable.";
          case EMBEDDED -> reason + " but the embedded Redis does not run on this machine.";
        });
  }
}
