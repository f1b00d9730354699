package dev.cress.testservers;

import java.util.List;

/** Starts memcached servers in this JVM. */
final class EmbeddedMemcachedFactory implements ServerFactory {

  @Override
  public boolean answers() {
    return true;
  }

  @Override
  public String description() {
    return "in this JVM";
  }

  @Override
  public Server create(int port, List<String> args) {
    return new EmbeddedMemcached(port, args);
  }
}
