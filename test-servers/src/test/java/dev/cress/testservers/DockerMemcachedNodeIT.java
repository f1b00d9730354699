package dev.cress.testservers;

/** The contract, on nodes of the provider {@link Provider#DOCKER}. */
class DockerMemcachedNodeIT extends MemcachedNodeContract {
  DockerMemcachedNodeIT() {
    super(Provider.DOCKER);
  }
}
