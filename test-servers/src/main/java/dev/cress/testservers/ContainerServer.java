package dev.cress.testservers;

import com.github.dockerjava.api.DockerClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.startupcheck.StartupCheckStrategy;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.MountableFile;

/** A container that is created once and keeps its published port, also over a kill and restart. */
final class ContainerServer implements Server {

  private final GenericContainer<?> container;

  /** Publishes on a fixed port because one chosen by the engine changes with every start. */
  ContainerServer(String image, int port, int containerPort, List<String> command) {
    container = new GenericContainer<>(DockerImageName.parse(image));
    container.setCommand(command.toArray(String[]::new));
    container.setPortBindings(List.of("127.0.0.1:" + port + ":" + containerPort));
    container.setWaitStrategy(new NoWait());
    container.setStartupCheckStrategy(new NoCheck());
    command.stream()
        .filter(arg -> arg.startsWith("/") && Files.isRegularFile(Path.of(arg)))
        .forEach(file -> container.withCopyFileToContainer(MountableFile.forHostPath(file), file));
  }

  @Override
  public void start() {
    if (container.getContainerId() == null) {
      container.start();
    } else {
      docker().startContainerCmd(container.getContainerId()).exec();
    }
  }

  @Override
  public boolean running() {
    return container.isRunning();
  }

  @Override
  public void kill() {
    if (running()) {
      docker().killContainerCmd(container.getContainerId()).exec();
    }
  }

  @Override
  public void pause() {
    docker().pauseContainerCmd(container.getContainerId()).exec();
  }

  @Override
  public void resume() {
    docker().unpauseContainerCmd(container.getContainerId()).exec();
  }

  @Override
  public String log() {
    return container.getLogs();
  }

  @Override
  public void remove() {
    container.stop();
  }

  private DockerClient docker() {
    return container.getDockerClient();
  }

  /** The engine accepts connections before the server does, so the node itself asks the server. */
  private static final class NoWait extends AbstractWaitStrategy {
    @Override
    protected void waitUntilReady() {}
  }

  /**
   * Keeps a container that ends at once, so that the node can report its log. Does not wait either:
   * the strategies of Testcontainers let one container a second through.
   */
  private static final class NoCheck extends StartupCheckStrategy {
    @Override
    public boolean waitUntilStartupSuccessful(DockerClient client, String containerId) {
      return true;
    }

    @Override
    public StartupStatus checkStartupState(DockerClient client, String containerId) {
      return StartupStatus.SUCCESSFUL;
    }
  }
}
