package dev.cress.testservers;

/** The contract, on nodes of the provider {@link Provider#LOCAL}. */
class LocalTestNodeIT extends TestNodeContract {
  LocalTestNodeIT() {
    super(Provider.LOCAL);
  }
}
