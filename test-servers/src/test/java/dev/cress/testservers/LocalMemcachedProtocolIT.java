package dev.cress.testservers;

/** The exchanges, with a node of the provider {@link Provider#LOCAL}. */
class LocalMemcachedProtocolIT extends MemcachedProtocolContract {
  LocalMemcachedProtocolIT() {
    super(Provider.LOCAL);
  }
}
