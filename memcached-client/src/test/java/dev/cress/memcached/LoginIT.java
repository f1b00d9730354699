package dev.cress.memcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import java.nio.file.Files;
import java.nio.file.Path;
import net.spy.memcached.auth.AuthDescriptor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** A server that wants a user and a password; the embedded one cannot. */
@EnabledIf(
    value = "dev.cress.memcached.ServerWithLogin#isInstalled",
    disabledReason = "memcached is not on the PATH")
final class LoginIT {

  private ServerWithLogin server;
  private NodeSet nodes;

  @BeforeEach
  void start(@TempDir Path directory) throws Exception {
    Path users = Files.writeString(directory.resolve("users"), "ada:secret\n");
    server = new ServerWithLogin(users);
    nodes = NodeSet.of(Node.of("a", "127.0.0.1", server.port()));
  }

  @AfterEach
  void close() throws Exception {
    server.stop();
  }

  private static CressMemcachedClientBuilder as(String user, String password) {
    return CressMemcachedClient.builder().authDescriptor(AuthDescriptor.typical(user, password));
  }

  @Test
  void theRightPasswordOpensTheServer() throws Exception {
    CressMemcachedClient client = as("ada", "secret").nodes(nodes).build();

    assertThat(client.set("key", 0, "x").get()).isTrue();
    assertThat(client.get("key")).isEqualTo("x");
    client.shutdown();
  }

  @Test
  void aWrongPasswordIsToldAndNotShown() {
    CressMemcachedClient client = as("ada", "wrong-one").nodes(nodes).build();

    assertThatThrownBy(() -> client.set("key", 0, "x").get())
        .hasStackTraceContaining("node a is not connected")
        .rootCause()
        .hasMessage("the server refuses the connection: CLIENT_ERROR unauthenticated");
    client.shutdown();
  }

  @Test
  void aClientWithoutAPasswordIsTold() {
    CressMemcachedClient client = CressMemcachedClient.builder().nodes(nodes).build();

    assertThatThrownBy(() -> client.set("key", 0, "x").get())
        .hasStackTraceContaining("unauthenticated");
    client.shutdown();
  }
}
