package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.testservers.FaultProxy;
import dev.cress.testservers.TestNode;
import dev.cress.testservers.TestServers;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisURI;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.event.command.CommandListener;
import io.lettuce.core.event.command.CommandStartedEvent;
import io.lettuce.core.event.command.CommandSucceededEvent;
import io.lettuce.core.protocol.ProtocolVersion;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a user sets in Lettuce's own words takes effect on a sharded client. */
class ClientSettingsIT {

  private static Shards shards;

  @BeforeAll
  static void start() {
    shards = new Shards(3);
  }

  @AfterAll
  static void stop() {
    shards.close();
  }

  private static RedisURI.Builder uri(Node node) {
    return RedisURI.builder().withHost(node.host()).withPort(node.port());
  }

  @Test
  void theDatabaseOfTheUriIsUsed() {
    try (CressRedisClient client =
        shards.builder().uri(node -> uri(node).withDatabase(3).build()).build()) {
      String key = Shards.keyOf(client, "b");

      client.connect().sync().set(key, "v");

      assertThat(client.connectNode("b").sync().get(key)).isEqualTo("v");
      assertThat(shards.on("b").get(key)).isNull();
      assertThat(shards.on("b").info("keyspace")).contains("db3:");
    }
  }

  @Test
  void thePasswordOfTheUriIsUsedAndAWrongOneIsAClearFailure() {
    try (TestServers servers = TestServers.start()) {
      TestNode server = servers.redis("--requirepass", "secret");
      NodeSet nodes = NodeSet.of(Node.of("locked", server.host(), server.port()));
      try (CressRedisClient client =
          CressRedisClient.builder()
              .nodes(nodes)
              .uri(node -> uri(node).withPassword("secret".toCharArray()).build())
              .build()) {
        assertThat(client.connect().sync().set("k", "v")).isEqualTo("OK");
      }

      try (CressRedisClient client =
          CressRedisClient.builder()
              .nodes(nodes)
              .uri(node -> uri(node).withPassword("wrong".toCharArray()).build())
              .build()) {
        assertThatExceptionOfType(RuntimeException.class)
            .isThrownBy(client::connect)
            .withStackTraceContaining("WRONGPASS");
      }
    }
  }

  @Test
  void theTimeoutOfTheUriCoversACommandOnAFrozenNode() {
    try (TestServers servers = TestServers.start()) {
      TestNode server = servers.redis();
      try (FaultProxy proxy = new FaultProxy(server);
          CressRedisClient client =
              CressRedisClient.builder()
                  .nodes(NodeSet.of(Node.of("slow", proxy.host(), proxy.port())))
                  .uri(node -> uri(node).withTimeout(Duration.ofMillis(250)).build())
                  .build()) {
        StatefulRedisConnection<String, String> connection = client.connect();
        proxy.blackHole();

        assertThat(connection.getTimeout()).isEqualTo(Duration.ofMillis(250));
        assertThatExceptionOfType(RedisCommandTimeoutException.class)
            .isThrownBy(() -> connection.sync().get("k"));
        assertThatExceptionOfType(RedisCommandTimeoutException.class)
            .isThrownBy(() -> connection.reactive().get("k").block());
        connection.setTimeout(Duration.ofMinutes(1));
        proxy.heal();
        assertThat(connection.sync().get("k")).isNull();
      }
    }
  }

  @Test
  void clientOptionsReachTheNodes() {
    ClientOptions resp2 = ClientOptions.builder().protocolVersion(ProtocolVersion.RESP2).build();
    try (CressRedisClient built =
            shards.builder().cluster("resp2-built").clientOptions(resp2).build();
        CressRedisClient set = shards.builder().cluster("resp2-set").build()) {
      set.setOptions(resp2);

      built.connect().sync().hset("h", "f", "v");
      set.connect();

      assertThat(built.connect().sync().hgetall("h")).containsEntry("f", "v");
      for (String cluster : List.of("resp2-built", "resp2-set")) {
        assertThat(
                shards.on("a").clientList().lines().filter(line -> line.contains(cluster)).toList())
            .isNotEmpty()
            .noneMatch(line -> line.contains(" resp=3"));
      }
    }
  }

  @Test
  void aTimeoutOfTheOptionsIsThatOfTheWholeCommand() {
    TimeoutOptions timeout = TimeoutOptions.enabled(Duration.ofMillis(200));
    try (CressRedisClient client =
        shards
            .builder()
            .clientOptions(ClientOptions.builder().timeoutOptions(timeout).build())
            .build()) {
      StatefulRedisConnection<String, String> connection = client.connect();
      shards.proxy("c").blackHole();

      assertThatExceptionOfType(RedisCommandTimeoutException.class)
          .isThrownBy(() -> connection.reactive().get(Shards.keyOf(client, "c")).block());
      shards.proxy("c").heal();
    }
  }

  @Test
  void commandListenersHearEachCommandOnce() {
    Queue<String> heard = new ConcurrentLinkedQueue<>();
    CommandListener listener =
        new CommandListener() {
          @Override
          public void commandStarted(CommandStartedEvent event) {
            heard.add("started " + event.getCommand().getType());
          }

          @Override
          public void commandSucceeded(CommandSucceededEvent event) {
            heard.add("succeeded " + event.getCommand().getType());
          }
        };
    try (CressRedisClient client = shards.builder().build()) {
      client.addListener(listener);

      client.connect().sync().get("k");
      client.connect().sync().mget("k", "l", "m", "n");

      await()
          .untilAsserted(
              () ->
                  assertThat(heard)
                      .containsExactlyInAnyOrder(
                          "started GET", "succeeded GET", "started MGET", "succeeded MGET"));
    }
  }

  @Test
  void stateListenersHearOfTheNodesConnections() {
    AtomicInteger connected = new AtomicInteger();
    AtomicInteger disconnected = new AtomicInteger();
    RedisConnectionStateListener listener =
        new RedisConnectionStateListener() {
          @Override
          public void onRedisConnected(
              RedisChannelHandler<?, ?> connection, SocketAddress address) {
            connected.incrementAndGet();
          }

          @Override
          public void onRedisDisconnected(RedisChannelHandler<?, ?> connection) {
            disconnected.incrementAndGet();
          }
        };
    try (CressRedisClient client = shards.builder().build()) {
      client.addListener(listener);
      client.connect();
      client.connect();
      assertThat(connected).hasValue(3);

      shards.proxy("a").cut();
      await().untilAsserted(() -> assertThat(connected).hasValue(4));
      assertThat(disconnected).hasValue(1);

      client.removeListener(listener);
      shards.proxy("a").cut();
      await()
          .ignoreExceptions()
          .until(() -> client.connect().sync().get(Shards.keyOf(client, "a")) == null);
      assertThat(connected).hasValue(4);
    }
  }

  @Test
  void connectNodeReachesOneNodeOnly() {
    try (CressRedisClient client = shards.builder().build()) {
      try (StatefulRedisConnection<String, String> one = client.connectNode("b")) {
        assertThat(one.sync().ping()).isEqualTo("PONG");
        one.sync().set("only", "here");
        assertThat(shards.on("b").get("only")).isEqualTo("here");
        assertThat(shards.on("a").get("only")).isNull();
      }
      assertThatIllegalArgumentException()
          .isThrownBy(() -> client.connectNode("z"))
          .withMessage("there is no node named z");
    }
  }
}
