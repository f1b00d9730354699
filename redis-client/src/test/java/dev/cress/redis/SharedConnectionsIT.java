package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.cress.node.CressException;
import dev.cress.selector.Selectors;
import dev.cress.topology.TopologySource;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.resource.ClientResources;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** One socket for each node, however many connections a client has open. */
class SharedConnectionsIT {

  private static Shards shards;

  @BeforeAll
  static void start() {
    shards = new Shards(3);
  }

  @AfterAll
  static void stop() {
    shards.close();
  }

  private static List<String> names(String cluster) {
    return shards.names().stream()
        .flatMap(node -> shards.clientNames(node).stream())
        .filter(name -> name.startsWith("cress:" + cluster + ":"))
        .toList();
  }

  @Test
  void fiftyConnectionsShareOneSocketForEachNode() {
    try (CressRedisClient client = shards.builder().cluster("shared").build()) {
      List<StatefulRedisConnection<?, ?>> connections = new ArrayList<>();
      for (int i = 0; i < 25; i++) {
        connections.add(client.connect());
        connections.add(client.connect(ByteArrayCodec.INSTANCE));
      }

      connections.forEach(connection -> assertThat(connection.isOpen()).isTrue());

      assertThat(names("shared")).hasSize(3);
    }
  }

  @Test
  void everyConnectionIsTaggedWithClusterVersionAndTheUsersName() {
    try (CressRedisClient client =
        shards.builder().cluster("tagged").uri(node -> uri(node.port(), "my-service")).build()) {
      client.connect();

      assertThat(names("tagged"))
          .hasSize(3)
          .allMatch(name -> name.matches("cress:tagged:[01]:[0-9a-f-]{36}:my-service"));
      await()
          .untilAsserted(
              () -> assertThat(names("tagged")).allMatch(name -> name.contains(":tagged:1:")));
    }
  }

  private static RedisURI uri(int port, String clientName) {
    return RedisURI.builder()
        .withHost("127.0.0.1")
        .withPort(port)
        .withClientName(clientName)
        .build();
  }

  @Test
  void withoutAutoFlushCommandsWaitInTheirConnectionUntilFlushed() throws Exception {
    try (CressRedisClient client = shards.builder().build()) {
      StatefulRedisConnection<String, String> buffering = client.connect();
      StatefulRedisConnection<String, String> other = client.connect();
      buffering.setAutoFlushCommands(false);

      List<RedisFuture<String>> futures =
          shards.names().stream()
              .map(node -> buffering.async().set(Shards.keyOf(client, node), "buffered"))
              .toList();

      for (String node : shards.names()) {
        assertThat(other.sync().get(Shards.keyOf(client, node))).isNull();
      }
      assertThat(futures).noneMatch(RedisFuture::isDone);
      buffering.flushCommands();
      for (RedisFuture<String> future : futures) {
        assertThat(future.get(10, TimeUnit.SECONDS)).isEqualTo("OK");
      }
      for (String node : shards.names()) {
        assertThat(other.sync().getdel(Shards.keyOf(client, node))).isEqualTo("buffered");
      }
    }
  }

  @Test
  void closingOneConnectionLeavesTheOthers() {
    try (CressRedisClient client = shards.builder().cluster("close-one").build()) {
      StatefulRedisConnection<String, String> closed = client.connect();
      StatefulRedisConnection<String, String> open = client.connect();

      closed.close();

      assertThat(closed.isOpen()).isFalse();
      assertThat(open.isOpen()).isTrue();
      assertThatExceptionOfType(RedisException.class)
          .isThrownBy(() -> closed.sync().get("k"))
          .withMessage("Connection is closed");
      assertThat(open.sync().set("k", "v")).isEqualTo("OK");
      assertThat(names("close-one")).hasSize(3);
    }
  }

  @Test
  void closingAConnectionCancelsWhatItHasNotSent() {
    try (CressRedisClient client = shards.builder().build()) {
      StatefulRedisConnection<String, String> connection = client.connect();
      connection.setAutoFlushCommands(false);
      RedisFuture<String> unsent = connection.async().set("unsent", "v");

      connection.close();

      assertThat(unsent.isCancelled()).isTrue();
      assertThat(client.connect().sync().get("unsent")).isNull();
    }
  }

  @Test
  void shutdownEndsAllSocketsAndThreadsAndMayBeCalledTwice() {
    Set<Thread> before = threads();
    CressRedisClient client = shards.builder().cluster("gone").build();
    StatefulRedisConnection<String, String> connection = client.connect();
    shards.names().forEach(node -> connection.sync().get(Shards.keyOf(client, node)));

    client.shutdown();
    client.shutdown();

    await().untilAsserted(() -> assertThat(names("gone")).isEmpty());
    await().untilAsserted(() -> assertThat(threads()).as("threads left").isSubsetOf(before));
    assertThat(connection.isOpen()).isFalse();
  }

  private static Set<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(Thread::isAlive)
        .filter(
            thread ->
                Stream.of("cress-topology", "cress-change", "lettuce-")
                    .anyMatch(thread.getName()::startsWith))
        .collect(Collectors.toSet());
  }

  @Test
  void sharedResourcesOutliveTheClientAndAreTheOnlyOnesItUses() throws Exception {
    ClientResources resources =
        ClientResources.builder().ioThreadPoolSize(2).computationThreadPoolSize(2).build();
    try {
      Set<Thread> before = threads();
      try (CressRedisClient client = shards.builder().clientResources(resources).build()) {
        client.connect().sync().set("k", "v");
        assertThat(threads().stream().filter(thread -> !before.contains(thread)))
            .filteredOn(thread -> thread.getName().contains("EventLoop"))
            .hasSizeLessThanOrEqualTo(2);
      }

      assertThat(resources.eventExecutorGroup().isShuttingDown()).isFalse();
      try (CressRedisClient next = shards.builder().clientResources(resources).build()) {
        assertThat(next.connect().sync().get("k")).isEqualTo("v");
      }
    } finally {
      resources.shutdown(0, 1, TimeUnit.SECONDS).get();
    }
  }

  @Test
  void aClientThatIsShutDownSaysSo() {
    CressRedisClient unused = shards.builder().build();
    CressRedisClient used = shards.builder().build();
    used.connect();

    unused.shutdown();
    used.shutdown();

    for (CressRedisClient client : List.of(unused, used)) {
      assertThatExceptionOfType(CressException.class)
          .isThrownBy(client::connect)
          .withMessageContaining("shut down");
    }
  }

  @Test
  void aSecondClientOfATopologySourceIsReadyWhenItsConnectReturns() {
    TopologySource source = TopologySource.inMemory(shards.nodeSet(), Selectors.rendezvous());
    try (CressRedisClient first = CressRedisClient.builder().topology(source).build();
        CressRedisClient second = CressRedisClient.builder().topology(source).build()) {
      first.connect().sync().set("k", "v");

      assertThat(second.connect().sync().get("k")).isEqualTo("v");
    }
  }
}
