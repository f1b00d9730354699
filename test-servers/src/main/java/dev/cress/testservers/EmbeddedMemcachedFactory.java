package dev.cress.testservers;

import dev.cress.testservers.memcached.ServerSettings;
import java.util.List;

/** Starts memcached servers in this JVM. */
final class EmbeddedMemcachedFactory implements ServerFactory {

  private final ServerSettings settings;

  private EmbeddedMemcachedFactory(ServerSettings settings) {
    this.settings = settings;
  }

  /** Servers like 1.6.18. */
  static EmbeddedMemcachedFactory current() {
    return new EmbeddedMemcachedFactory(ServerSettings.DEFAULT);
  }

  /** Servers that tell an old version and know no meta command. */
  static EmbeddedMemcachedFactory old() {
    return new EmbeddedMemcachedFactory(ServerSettings.DEFAULT.withoutMetaCommands());
  }

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
    return new EmbeddedMemcached(port, settings, args);
  }
}
