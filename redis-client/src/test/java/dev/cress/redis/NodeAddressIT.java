package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.redis.error.OutcomeUnknownException;
import dev.cress.testservers.TestNode;
import dev.cress.testservers.TestServers;
import io.lettuce.core.KeyValue;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.SocketAddressResolver;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The address behind a node's host name changes: the client follows, and no key moves. */
class NodeAddressIT {

  private static final NodeSet NODES =
      NodeSet.of(Node.of("a", "a.invalid", 6379), Node.of("b", "b.invalid", 6379));

  private final TestServers servers = TestServers.start();
  private final Map<String, TestNode> behindTheNames = new ConcurrentHashMap<>();
  private final ClientResources resources =
      ClientResources.builder().socketAddressResolver(new Names()).build();

  @AfterEach
  void close() {
    servers.close();
    resources.shutdown().syncUninterruptibly();
  }

  private CressRedisClient connect() {
    return CressRedisClient.builder().nodes(NODES).clientResources(resources).build();
  }

  private static List<String> owners(CressRedisClient client) {
    return IntStream.range(0, 10_000).mapToObj(i -> client.ownerOf("key:" + i).name()).toList();
  }

  @Test
  void theNextConnectionGoesToTheNewAddressAndEveryKeyKeepsItsOwner() {
    TestNode first = servers.redis();
    TestNode second = servers.redis();
    behindTheNames.put("a.invalid", servers.redis());
    behindTheNames.put("b.invalid", first);
    try (CressRedisClient client = connect()) {
      RedisCommands<String, String> redis = client.connect().sync();
      String key = Shards.keyOf(client, "b");
      List<String> before = owners(client);
      redis.set(key, "1");

      behindTheNames.put("b.invalid", second);
      first.restart();

      await()
          .atMost(Duration.ofSeconds(20))
          .ignoreExceptionsInstanceOf(RedisException.class)
          .until(() -> redis.set(key, "2").equals("OK"));
      try (CressRedisClient fresh = connect()) {
        assertThat(fresh.connect().sync().get(key)).isEqualTo("2");
        assertThat(owners(fresh)).isEqualTo(before).isEqualTo(owners(client));
      }
      behindTheNames.put("b.invalid", first);
      try (CressRedisClient old = connect()) {
        assertThat(old.connect().sync().exists(key)).isZero();
      }
    }
  }

  /** The name is looked up every ten seconds. */
  @Test
  void aServerThatStaysUpIsLeftWhenTheNameLeadsElsewhere() {
    TestNode first = servers.redis();
    TestNode second = servers.redis();
    behindTheNames.put("a.invalid", servers.redis());
    behindTheNames.put("b.invalid", first);
    try (CressRedisClient client = connect()) {
      StatefulRedisConnection<String, String> connection = client.connect();
      String key = Shards.keyOf(client, "b");
      connection.sync().rpush(key, "at the first");
      RedisFuture<KeyValue<String, String>> blocked =
          connection.async().blpop(0, "empty{" + key + "}");
      String text = "text{" + key + "}";
      connection.sync().set(text, "at the first");
      NearCache<String, String> near = NearCache.builder(client).build();
      await().until(() -> near.get(text) != null && near.statistics().hits() > 0);

      behindTheNames.put("b.invalid", second);

      await()
          .atMost(Duration.ofSeconds(30))
          .ignoreExceptionsInstanceOf(RedisException.class)
          .until(() -> connection.sync().llen(key) == 0);
      await().until(blocked::isDone);
      assertThatThrownBy(blocked::get).hasCauseInstanceOf(OutcomeUnknownException.class);
      await().atMost(Duration.ofSeconds(30)).until(() -> near.get(text) == null);
      behindTheNames.put("b.invalid", first);
      try (CressRedisClient old = connect()) {
        assertThat(old.connect().sync().llen(key)).isEqualTo(1);
      }
    }
  }

  private final class Names extends SocketAddressResolver {
    @Override
    public SocketAddress resolve(RedisURI uri) {
      TestNode server = behindTheNames.get(uri.getHost());
      return server == null
          ? InetSocketAddress.createUnresolved(uri.getHost(), uri.getPort())
          : new InetSocketAddress(server.host(), server.port());
    }
  }
}
