package dev.cress.testservers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DockerProbeTest {

  @Test
  void anEngineThatIsWellAnswersThePing() throws IOException {
    assertThat(probe("HTTP/1.1 200 OK\r\n\r\nOK")).isTrue();
  }

  @Test
  void anEngineThatIsIllDoesNotCount() throws IOException {
    assertThat(probe("HTTP/1.1 500 Internal Server Error\r\n\r\n")).isFalse();
  }

  @Test
  void aMissingSocketDoesNotAnswer(@TempDir Path dir) {
    assertThat(DockerProbe.answers(UnixDomainSocketAddress.of(dir.resolve("docker.sock"))))
        .isFalse();
  }

  @Test
  void aSilentEngineIsGivenUp() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      long start = System.nanoTime();

      assertThat(DockerProbe.answers(silent.getLocalSocketAddress())).isFalse();
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(4));
    }
  }

  private static boolean probe(String reply) throws IOException {
    try (ServerSocket engine = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Tunnel.spawn(
          "engine",
          () -> {
            try (Socket socket = engine.accept()) {
              socket.getInputStream().read(new byte[1024]);
              socket.getOutputStream().write(reply.getBytes(UTF_8));
            }
          });
      return DockerProbe.answers(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), engine.getLocalPort()));
    }
  }
}
