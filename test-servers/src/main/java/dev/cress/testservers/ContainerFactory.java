package dev.cress.testservers;

import java.util.ArrayList;
import java.util.List;

/** Starts containers of a Docker engine on this machine. */
final class ContainerFactory implements ServerFactory {

  private final String image;
  private final int containerPort;
  private final List<String> command;

  private ContainerFactory(String image, int containerPort, List<String> command) {
    this.image = image;
    this.containerPort = containerPort;
    this.command = command;
  }

  /** The engine's proxy calls from a bridge address, which Redis would refuse in protected mode. */
  static ContainerFactory redis() {
    List<String> command = new ArrayList<>(List.of("redis-server", "--protected-mode", "no"));
    command.addAll(RedisProtocol.NO_PERSISTENCE);
    return new ContainerFactory(Setting.of("cress.redis.image", "redis:7.2"), 6379, command);
  }

  static ContainerFactory memcached() {
    List<String> command = new ArrayList<>(List.of("memcached"));
    command.addAll(MemcachedProtocol.ANY_USER_NO_UDP);
    return new ContainerFactory(
        Setting.of("cress.memcached.image", "memcached:1.6"), 11211, command);
  }

  @Override
  public boolean answers() {
    return DockerProbe.engineAnswers();
  }

  @Override
  public String description() {
    return image;
  }

  @Override
  public Server create(int port, List<String> args) {
    List<String> all = new ArrayList<>(command);
    all.addAll(ServerFactory.withPort(containerPort, args));
    return new ContainerServer(image, port, containerPort, all);
  }
}
