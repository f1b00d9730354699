package dev.cress.memcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.testservers.TestNode;
import java.nio.file.Files;
import java.nio.file.Path;
import net.spy.memcached.auth.AuthDescriptor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that wants a user and a password. */
final class LoginIT {

  private final MemcachedServers servers = MemcachedServers.start();
  private NodeSet nodes;

  @BeforeEach
  void start(@TempDir Path directory) throws Exception {
    Path users = Files.writeString(directory.resolve("users"), "ada:secret\n");
    directory.toFile().setExecutable(true, false);
    TestNode server = servers.memcached("-Y", users.toString());
    nodes = NodeSet.of(Node.of("a", server.host(), server.port()));
  }

  @AfterEach
  void close() {
    servers.close();
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
