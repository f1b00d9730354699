package dev.cress.testservers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Asks whether a Docker engine of this machine answers, in milliseconds; Testcontainers needs
 * seconds to find out that none does. Knows Unix sockets and TCP to loopback.
 */
final class DockerProbe {

  private static final byte[] PING =
      "GET /_ping HTTP/1.1\r\nHost: docker\r\nConnection: close\r\n\r\n".getBytes(UTF_8);

  private DockerProbe() {}

  /** Returns whether the engine at DOCKER_HOST, else at one of the usual sockets, answers. */
  static boolean engineAnswers() {
    String host = Setting.of("docker.host", "");
    Stream<SocketAddress> addresses = host.isEmpty() ? usualSockets() : address(host).stream();
    return addresses.anyMatch(DockerProbe::answers);
  }

  private static Stream<SocketAddress> usualSockets() {
    String home = System.getProperty("user.home", "/");
    String runtime = Optional.ofNullable(System.getenv("XDG_RUNTIME_DIR")).orElse("/run");
    return Stream.of(
            Path.of("/var/run/docker.sock"),
            Path.of(runtime, "docker.sock"),
            Path.of(home, ".docker/run/docker.sock"),
            Path.of(home, ".docker/desktop/docker.sock"))
        .filter(Files::exists)
        .map(UnixDomainSocketAddress::of);
  }

  private static Optional<SocketAddress> address(String dockerHost) {
    URI uri = URI.create(dockerHost);
    if ("unix".equals(uri.getScheme())) {
      return Optional.of(UnixDomainSocketAddress.of(uri.getPath()));
    }
    if ("tcp".equals(uri.getScheme()) && uri.getPort() > 0) {
      InetSocketAddress address = new InetSocketAddress(uri.getHost(), uri.getPort());
      InetAddress ip = address.getAddress();
      return Optional.of(address).filter(a -> ip != null && ip.isLoopbackAddress()).map(a -> a);
    }
    return Optional.empty();
  }

  /** Returns whether an engine answers a ping at this address within two seconds. */
  static boolean answers(SocketAddress address) {
    return CompletableFuture.supplyAsync(() -> ping(address))
        .completeOnTimeout(false, 2, TimeUnit.SECONDS)
        .join();
  }

  private static boolean ping(SocketAddress address) {
    try (SocketChannel channel = SocketChannel.open(address)) {
      channel.write(ByteBuffer.wrap(PING));
      ByteBuffer reply = ByteBuffer.allocate(64);
      channel.read(reply);
      String start = new String(reply.array(), 0, reply.position(), UTF_8);
      return start.startsWith("HTTP/1.1 200");
    } catch (IOException e) {
      return false;
    }
  }
}
