package dev.cress.testservers;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;
import redis.embedded.core.ExecutableProvider;

/** Starts a server binary of this machine as child processes. */
final class BinaryFactory implements ServerFactory {

  private final Optional<Path> binary;
  private final IntFunction<List<String>> argsForPort;

  private final Map<String, String> files;

  private BinaryFactory(Optional<Path> binary, IntFunction<List<String>> argsForPort) {
    this(binary, argsForPort, Map.of());
  }

  private BinaryFactory(
      Optional<Path> binary, IntFunction<List<String>> argsForPort, Map<String, String> files) {
    this.binary = binary;
    this.argsForPort = argsForPort;
    this.files = files;
  }

  /** The binary that {@code cress.redis.binary} names, else the first one on the PATH. */
  static BinaryFactory localRedis() {
    return new BinaryFactory(
        find("cress.redis.binary", "redis-server", "valkey-server"), BinaryFactory::redisArgs);
  }

  /** The binary inside the embedded-redis jar, unpacked once per JVM and deleted at its exit. */
  static BinaryFactory embeddedRedis() {
    return new BinaryFactory(Embedded.BINARY, BinaryFactory::redisArgs);
  }

  /** The binary that {@code cress.memcached.binary} names, else the one on the PATH. */
  static BinaryFactory localMemcached() {
    return new BinaryFactory(
        find("cress.memcached.binary", "memcached"), BinaryFactory::memcachedArgs);
  }

  /** The same binary as a Sentinel, which keeps what it learns in its configuration file. */
  BinaryFactory asSentinel(String configuration) {
    return new BinaryFactory(
        binary, BinaryFactory::sentinelArgs, Map.of("sentinel.conf", configuration));
  }

  private static List<String> sentinelArgs(int port) {
    String text = Integer.toString(port);
    return List.of("sentinel.conf", "--sentinel", "--bind", "127.0.0.1", "--port", text);
  }

  private static List<String> redisArgs(int port) {
    List<String> args =
        new ArrayList<>(List.of("--bind", "127.0.0.1", "--port", Integer.toString(port)));
    args.addAll(RedisProtocol.NO_PERSISTENCE);
    return args;
  }

  private static List<String> memcachedArgs(int port) {
    List<String> args = new ArrayList<>(List.of("-l", "127.0.0.1", "-p", Integer.toString(port)));
    args.addAll(MemcachedProtocol.ANY_USER_NO_UDP);
    return args;
  }

  private static Optional<Path> find(String setting, String... usualNames) {
    String named = Setting.of(setting, "");
    Stream<String> names = named.isEmpty() ? Stream.of(usualNames) : Stream.of(named);
    return names.flatMap(BinaryFactory::onPath).findFirst();
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
  public Server create(int port, List<String> args) {
    Supplier<IllegalStateException> missing =
        () -> new IllegalStateException("No server binary found");
    List<String> command = new ArrayList<>();
    command.add(binary.orElseThrow(missing).toString());
    command.addAll(argsForPort.apply(port));
    command.addAll(ServerFactory.withPort(port, args));
    return new ProcessServer(command, files);
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
