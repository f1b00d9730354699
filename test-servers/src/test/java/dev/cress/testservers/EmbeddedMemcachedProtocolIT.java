package dev.cress.testservers;

/** The exchanges, with a node of the provider {@link Provider#EMBEDDED}. */
class EmbeddedMemcachedProtocolIT extends MemcachedProtocolContract {
  EmbeddedMemcachedProtocolIT() {
    super(Provider.EMBEDDED);
  }
}
