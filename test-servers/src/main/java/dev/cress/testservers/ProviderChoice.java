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

  /** Refuses a name that no provider has, and settings that contradict each other. */
  ProviderChoice {
    if (!named.isEmpty() && Provider.of(named) != Provider.DOCKER && requireDocker) {
      throw new IllegalStateException(
          "cress.requireDocker=true contradicts cress.servers=" + named + ": leave one out.");
    }
  }

  /** Returns the choice that {@code cress.servers} and {@code cress.requireDocker} ask for. */
  static ProviderChoice fromSettings() {
    return new ProviderChoice(
        Setting.of("cress.servers", ""),
        Boolean.parseBoolean(Setting.of("cress.requireDocker", "false")));
  }

  /**
   * Returns the provider to use for servers of that kind.
   *
   * @param answers whether a provider can start them here; asked only for providers in question
   * @throws IllegalStateException if the wanted provider, or every provider, does not answer
   */
  Provider choose(Service service, Predicate<Provider> answers) {
    if (requireDocker) {
      return demand(service, Provider.DOCKER, "cress.requireDocker=true", answers);
    }
    if (!named.isEmpty()) {
      return demand(service, Provider.of(named), "cress.servers=" + named, answers);
    }
    return Arrays.stream(Provider.values())
        .filter(answers)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "No %s for tests: start Docker, or put %s on the PATH; %s"
                        .formatted(
                            service, service.program(), service.missing(Provider.EMBEDDED))));
  }

  /** Returns the wanted provider, or fails and says who wanted it. */
  static Provider demand(
      Service service, Provider wanted, String reason, Predicate<Provider> answers) {
    if (answers.test(wanted)) {
      return wanted;
    }
    throw new IllegalStateException(reason + " but " + service.missing(wanted));
  }
}
