package dev.cress.memcached;

import dev.cress.testservers.TestNode;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.awaitility.Awaitility;

/** One memcached process on loopback. */
final class LocalMemcached implements TestNode {

  private final List<String> serverArgs;
  private final int port = freePort();
  private Process process;

  LocalMemcached(List<String> serverArgs) {
    this.serverArgs = serverArgs;
    this.process = launch();
  }

  private static int freePort() {
    for (; ; ) {
      int port = ThreadLocalRandom.current().nextInt(20_000, 30_000);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (IOException taken) {
        // Try another one.
      }
    }
  }

  private Process launch() {
    List<String> command =
        new ArrayList<>(
            List.of("memcached", "-l", host(), "-p", "" + port, "-U", "0", "-u", "nobody"));
    command.addAll(serverArgs);
    try {
      Process started =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.to(new File("/dev/null")))
              .start();
      Awaitility.await().atMost(Duration.ofSeconds(20)).until(this::listens);
      return started;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean listens() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(host(), port), 1_000);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public String host() {
    return "127.0.0.1";
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public String version() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void kill() {
    process.destroyForcibly();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void restart() {
    kill();
    process = launch();
  }

  @Override
  public void pause() {
    signal("STOP");
  }

  @Override
  public void resume() {
    signal("CONT");
  }

  private void signal(String name) {
    try {
      new ProcessBuilder("kill", "-" + name, "" + process.pid()).start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    kill();
  }
}
