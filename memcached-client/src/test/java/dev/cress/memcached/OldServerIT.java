package dev.cress.memcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server from before the meta commands, which says so and knows {@code get} only. */
final class OldServerIT {

  private ServerSocket server;
  private CressMemcachedClient client;

  @BeforeEach
  void connect() throws Exception {
    server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    CompletableFuture.runAsync(this::serve);
    client =
        CressMemcachedClient.builder()
            .nodes(NodeSet.of(Node.of("a", "127.0.0.1", server.getLocalPort())))
            .build();
  }

  @AfterEach
  void close() throws Exception {
    client.shutdown();
    server.close();
  }

  private void serve() {
    try (Socket socket = server.accept();
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String reply = reply(line);
        socket.getOutputStream().write((reply + "\r\n").getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      // The client has closed the connection: the test is over.
    }
  }

  private static String reply(String command) {
    return switch (command) {
      case "version" -> "VERSION 1.5.22";
      case "stats settings" -> "STAT item_size_max 100\r\nEND";
      case "get key" -> "VALUE key 0 1\r\nx\r\nEND";
      default -> "ERROR";
    };
  }

  @Test
  void getAndTouchIsRefusedByNameAndNotSent() throws Exception {
    assertThatThrownBy(() -> client.asyncGetAndTouch("key", 60).get())
        .rootCause()
        .hasMessage("node a runs memcached 1.5.22; mg needs 1.6.10 or newer");
    assertThat(client.get("key")).isEqualTo("x");
  }

  @Test
  void anUnknownCommandFailsByItself() {
    assertThatThrownBy(() -> client.touch("key", 60).get()).hasMessageContaining("ERROR");
    assertThat(client.get("key")).isEqualTo("x");
  }
}
