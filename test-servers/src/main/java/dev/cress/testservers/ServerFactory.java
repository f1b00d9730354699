package dev.cress.testservers;

import java.util.List;

/** How one provider makes servers. */
interface ServerFactory {

  /** Returns whether this provider can start servers on this machine now. */
  boolean answers();

  /** Returns what it starts, for people: an image or a path. */
  String description();

  /** Returns a Redis server, not started yet, that will listen on this loopback port. */
  Server redis(int port, List<String> args);

  /** Returns the factory of a provider. */
  static ServerFactory of(Provider provider) {
    return switch (provider) {
      case DOCKER -> new ContainerFactory();
      case LOCAL -> BinaryFactory.local();
      case EMBEDDED -> BinaryFactory.embedded();
    };
  }
}
