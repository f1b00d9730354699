package dev.cress.testservers;

/** The contract, on nodes of the provider {@link Provider#EMBEDDED}. */
class EmbeddedTestNodeIT extends TestNodeContract {
  EmbeddedTestNodeIT() {
    super(Provider.EMBEDDED);
  }
}
