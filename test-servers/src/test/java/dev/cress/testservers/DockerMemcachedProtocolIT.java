package dev.cress.testservers;

/** The exchanges, with a node of the provider {@link Provider#DOCKER}. */
class DockerMemcachedProtocolIT extends MemcachedProtocolContract {
  DockerMemcachedProtocolIT() {
    super(Provider.DOCKER);
  }
}
