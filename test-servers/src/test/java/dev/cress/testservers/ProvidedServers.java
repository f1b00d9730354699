package dev.cress.testservers;

import static org.junit.jupiter.api.Assumptions.abort;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Servers of one provider, for the tests of that provider. */
final class ProvidedServers {

  private static final Logger LOG = LoggerFactory.getLogger(ProvidedServers.class);

  private ProvidedServers() {}

  /** Aborts the test where the provider is absent, but fails where a setting promises it. */
  static TestServers start(Service service, Provider provider) {
    ProviderChoice choice = ProviderChoice.fromSettings();
    boolean promised =
        choice.named().equals(provider.toString())
            || (choice.requireDocker() && provider == Provider.DOCKER);
    if (!promised && !TestServers.answers(service, provider)) {
      String message =
          "NOT TESTED: provider " + provider + " of " + service + " is not available here";
      LOG.warn(message);
      abort(message);
    }
    return TestServers.start(provider);
  }
}
