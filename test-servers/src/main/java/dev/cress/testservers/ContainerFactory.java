package dev.cress.testservers;

import java.util.ArrayList;
import java.util.List;

/** Starts containers of a Docker engine on this machine. */
final class ContainerFactory implements ServerFactory {

  private static final int REDIS_PORT = 6379;

  private final String redisImage = Setting.of("cress.redis.image", "redis:7.2");

  @Override
  public boolean answers() {
    return DockerProbe.engineAnswers();
  }

  @Override
  public String description() {
    return redisImage;
  }

  /** The engine's proxy calls from a bridge address, which Redis would refuse in protected mode. */
  @Override
  public Server redis(int port, List<String> args) {
    List<String> command = new ArrayList<>(List.of("redis-server", "--protected-mode", "no"));
    command.addAll(RedisProtocol.NO_PERSISTENCE);
    command.addAll(args);
    return new ContainerServer(redisImage, port, REDIS_PORT, command);
  }
}
