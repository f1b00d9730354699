package dev.cress.memcached;

import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;

/** A memcached process that wants a login, which tells strangers not even its version. */
final class ServerWithLogin {

  private final int port;
  private final Process process;

  ServerWithLogin(Path users) throws IOException {
    port = freePort();
    String[] command = {
      "memcached", "-l", "127.0.0.1", "-p", "" + port, "-U", "0", "-u", "root", "-Y", "" + users
    };
    process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    await().atMost(Duration.ofSeconds(20)).until(this::listens);
  }

  static boolean isInstalled() {
    String path = Objects.requireNonNullElse(System.getenv("PATH"), "");
    return Arrays.stream(path.split(File.pathSeparator, -1))
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, "memcached")));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private boolean listens() {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  int port() {
    return port;
  }

  void stop() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }
}
