package dev.cress.testservers;

/** The contract, on nodes of the provider {@link Provider#DOCKER}. */
class DockerTestNodeIT extends TestNodeContract {
  DockerTestNodeIT() {
    super(Provider.DOCKER);
  }
}
