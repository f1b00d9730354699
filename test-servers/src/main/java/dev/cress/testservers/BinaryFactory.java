package dev.cress.testservers;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import redis.embedded.core.ExecutableProvider;

/** Starts a {@code redis-server} binary of this machine as child processes. */
final class BinaryFactory implements ServerFactory {

  private final Optional<Path> binary;

  private BinaryFactory(Optional<Path> binary) {
    this.binary = binary;
  }

  /** The binary that {@code cress.redis.binary} names, else the first one on the PATH. */
  static BinaryFactory local() {
    String named = Setting.of("cress.redis.binary", "");
    Stream<String> names =
        named.isEmpty() ? Stream.of("redis-server", "valkey-server") : Stream.of(named);
    return new BinaryFactory(names.flatMap(BinaryFactory::onPath).findFirst());
  }

  /** The binary inside the embedded-redis jar, unpacked once per JVM and deleted at its exit. */
  static BinaryFactory embedded() {
    return new BinaryFactory(Embedded.BINARY);
  }

  private static Stream<Path> onPath(String name) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.concat(
            Stream.of(Path.of(name)).filter(Path::isAbsolute),
            Stream.of(path.split(File.pathSeparator)).map(dir -> Path.of(dir, name)))
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file));
  }

  @Override
  public boolean answers() {
    return binary.filter(BinaryFactory::runs).isPresent();
  }

  /** A binary may be present and still lack a library. */
  private static boolean runs(Path binary) {
    try {
      Process process =
          new ProcessBuilder(binary.toString(), "--version")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor(5, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public String description() {
    return binary.map(Path::toString).orElse("no binary");
  }

  @Override
  public Server redis(int port, List<String> args) {
    Supplier<IllegalStateException> missing =
        () -> new IllegalStateException("No redis-server binary found");
    List<String> command = new ArrayList<>();
    command.add(binary.orElseThrow(missing).toString());
    command.addAll(List.of("--bind", "127.0.0.1", "--port", Integer.toString(port)));
    command.addAll(RedisProtocol.NO_PERSISTENCE);
    command.addAll(args);
    return new ProcessServer(command);
  }

  private static final class Embedded {
    static final Optional<Path> BINARY = unpack();

    private static Optional<Path> unpack() {
      try {
        return Optional.of(ExecutableProvider.newJarResourceProvider().get().toPath());
      } catch (IOException | RuntimeException e) { // unchecked for systems it has no binary for
        return Optional.empty();
      }
    }
  }
}
