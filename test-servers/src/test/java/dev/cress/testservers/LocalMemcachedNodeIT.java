package dev.cress.testservers;

/** The contract, on nodes of the provider {@link Provider#LOCAL}. */
class LocalMemcachedNodeIT extends MemcachedNodeContract {
  LocalMemcachedNodeIT() {
    super(Provider.LOCAL);
  }
}
