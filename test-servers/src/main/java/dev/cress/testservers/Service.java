package dev.cress.testservers;

import java.util.List;

/** The kinds of servers that tests need; each has its own way to find a provider. Immutable. */
enum Service {
  REDIS,
  MEMCACHED;

  /** Returns how to ask such a server, started with these arguments, whether it is up. */
  Protocol protocol(List<String> args) {
    return switch (this) {
      case REDIS -> new RedisProtocol(args.contains("--tls-port"));
      case MEMCACHED -> new MemcachedProtocol();
    };
  }

  /** Returns how this provider makes such servers. */
  ServerFactory factory(Provider provider) {
    return switch (this) {
      case REDIS -> redis(provider);
      case MEMCACHED -> memcached(provider);
    };
  }

  private static ServerFactory redis(Provider provider) {
    return switch (provider) {
      case DOCKER -> ContainerFactory.redis();
      case LOCAL -> BinaryFactory.localRedis();
      case EMBEDDED -> BinaryFactory.embeddedRedis();
    };
  }

  private static ServerFactory memcached(Provider provider) {
    return switch (provider) {
      case DOCKER -> ContainerFactory.memcached();
      case LOCAL -> BinaryFactory.localMemcached();
      case EMBEDDED -> EmbeddedMemcachedFactory.current();
    };
  }

  /** Returns what is missing where this provider does not answer. */
  String missing(Provider provider) {
    return switch (provider) {
      case DOCKER -> "no Docker engine answers at DOCKER_HOST or the usual sockets.";
      case LOCAL ->
          this == REDIS
              ? "neither redis-server nor valkey-server is on the PATH, and cress.redis.binary"
                  + " names no executable."
              : "memcached is not on the PATH, and cress.memcached.binary names no executable.";
      case EMBEDDED -> "the embedded " + this + " does not run on this machine.";
    };
  }

  /** Returns the program that makes {@link Provider#LOCAL} answer. */
  String program() {
    return this == REDIS ? "redis-server" : "memcached";
  }

  /** Returns the name for people. */
  @Override
  public String toString() {
    return this == REDIS ? "Redis" : "memcached";
  }
}
