package dev.cress.testservers;

/** The contract, on nodes of the provider {@link Provider#LOCAL}. */
class LocalRedisNodeIT extends RedisNodeContract {
  LocalRedisNodeIT() {
    super(Provider.LOCAL);
  }
}
