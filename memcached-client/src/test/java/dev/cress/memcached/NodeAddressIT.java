package dev.cress.memcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.testservers.TestNode;
import dev.cress.testservers.TestServers;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import net.spy.memcached.MemcachedClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A node is its name; where it is found may change. */
final class NodeAddressIT {

  private static final Node NODE = Node.of("cache", "cache.example", 11211);

  private final TestServers servers = TestServers.start();
  private final AtomicReference<TestNode> behindTheName = new AtomicReference<>();
  private final List<CressMemcachedClient> clients = new ArrayList<>();

  @AfterEach
  void close() {
    clients.forEach(CressMemcachedClient::shutdown);
    servers.close();
  }

  private InetSocketAddress resolve(Node node) throws IOException {
    assertThat(node).isEqualTo(NODE);
    TestNode server = behindTheName.get();
    if (server == null) {
      throw new UnknownHostException("no such host");
    }
    return new InetSocketAddress(server.host(), server.port());
  }

  private CressMemcachedClient connect() {
    CressMemcachedClient client =
        CressMemcachedClient.builder().nodes(NodeSet.of(NODE)).resolver(this::resolve).build();
    clients.add(client);
    return client;
  }

  @Test
  void aNameThatLeadsElsewhereIsFollowedAtTheNextConnection() throws Exception {
    TestNode first = servers.memcached();
    TestNode second = servers.memcached();
    behindTheName.set(first);
    CressMemcachedClient client = connect();
    client.set("key", 0, "x").get();

    behindTheName.set(second);
    first.kill();
    InetSocketAddress elsewhere = new InetSocketAddress(second.host(), second.port());
    await().until(() -> client.getAvailableServers().contains(elsewhere));

    client.set("key", 0, "y").get();
    MemcachedClient direct = Fleet.plain(second);
    assertThat(direct.get("key")).isEqualTo("y");
    direct.shutdown();
    assertThat(client.getAvailableServers()).containsExactly(elsewhere);
  }

  @Test
  void aNameThatIsNotKnownYetIsAskedForAgain() throws Exception {
    CressMemcachedClient client = connect();
    assertThat(client.getUnavailableServers())
        .containsExactly(InetSocketAddress.createUnresolved("cache.example", 11211));

    behindTheName.set(servers.memcached());

    await().until(() -> !client.getAvailableServers().isEmpty());
    assertThat(client.set("key", 0, "x").get()).isTrue();
  }
}
