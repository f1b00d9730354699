package dev.cress.testservers;

/** The contract, on nodes of the provider {@link Provider#EMBEDDED}. */
class EmbeddedRedisNodeIT extends RedisNodeContract {
  EmbeddedRedisNodeIT() {
    super(Provider.EMBEDDED);
  }
}
