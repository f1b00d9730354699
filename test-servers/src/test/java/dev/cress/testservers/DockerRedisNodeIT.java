package dev.cress.testservers;

/** The contract, on nodes of the provider {@link Provider#DOCKER}. */
class DockerRedisNodeIT extends RedisNodeContract {
  DockerRedisNodeIT() {
    super(Provider.DOCKER);
  }
}
