package dev.cress.testservers;

/** The contract, on nodes of the provider {@link Provider#EMBEDDED}. */
class EmbeddedMemcachedNodeIT extends MemcachedNodeContract {
  EmbeddedMemcachedNodeIT() {
    super(Provider.EMBEDDED);
  }
}
