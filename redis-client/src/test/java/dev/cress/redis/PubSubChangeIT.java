package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.migration.Migration;
import dev.cress.migration.MigrationPolicy;
import dev.cress.node.NodeSet;
import dev.cress.selector.Selectors;
import dev.cress.topology.Phase;
import dev.cress.topology.TopologySource;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Subscriptions across a change of the node set, by clients that share it. */
class PubSubChangeIT {

  private static final List<String> CHANNELS =
      IntStream.range(0, 40).mapToObj(i -> "news:" + i).toList();

  private final Fleet fleet = new Fleet();
  private final Heard heard = new Heard();
  private final NodeSet two = fleet.nodes("a", "b");
  private final NodeSet three = fleet.nodes("a", "b", "c");
  private final TopologySource source = TopologySource.inMemory(two, Selectors.rendezvous());
  private final List<CressRedisClient> clients = new ArrayList<>();
  private CressRedisClient leader;
  private CressRedisClient publishing;

  @BeforeEach
  void start() {
    leader = client(ProtocolVersion.RESP3);
    publishing = client(ProtocolVersion.RESP3);
  }

  @AfterEach
  void stop() {
    clients.forEach(CressRedisClient::shutdown);
    fleet.close();
  }

  private CressRedisClient client(ProtocolVersion version) {
    CressRedisClient client =
        CressRedisClient.builder()
            .topology(source)
            .clientResources(Scene.RESOURCES)
            .clientOptions(ClientOptions.builder().protocolVersion(version).build())
            .migration(Fleet.policy().mode(MigrationPolicy.Mode.LAZY).build())
            .build();
    clients.add(client);
    return client;
  }

  private long subscribers(String node) {
    return fleet.at(node).pubsubNumsub(CHANNELS.toArray(String[]::new)).values().stream()
        .mapToLong(Long::longValue)
        .sum();
  }

  private static long owned(NodeSet nodes, String node) {
    return CHANNELS.stream().filter(name -> Fleet.owner(nodes, name).equals(node)).count();
  }

  private void awaitSubscribersByOwner(NodeSet nodes) {
    Scene.await()
        .untilAsserted(
            () -> {
              for (String node : List.of("a", "b", "c")) {
                long expected = nodes.find(node).isPresent() ? owned(nodes, node) : 0;
                assertThat(subscribers(node)).as(node).isEqualTo(expected);
              }
            });
  }

  @ParameterizedTest
  @EnumSource
  void nothingIsLostOrHeardTwiceWhileASteadyPublisherAndItsNodesChange(ProtocolVersion version)
      throws Exception {
    CressRedisClient listening = client(version);
    try (StatefulRedisPubSubConnection<String, String> connection = listening.connectPubSub()) {
      connection.addListener(heard);
      connection.sync().subscribe(CHANNELS.toArray(String[]::new));
      AtomicBoolean stop = new AtomicBoolean();
      CompletableFuture<List<String>> publisher =
          CompletableFuture.supplyAsync(() -> publishUntil(stop));

      Scene.await().until(() -> heard.messages.size() > 200 || publisher.isDone());
      assertThat(publisher).as("goes on publishing").isNotDone();
      Fleet.end(change(three));
      awaitSubscribersByOwner(three);
      Fleet.end(change(two));
      awaitSubscribersByOwner(two);
      stop.set(true);
      List<String> published = publisher.get(20, TimeUnit.SECONDS);

      Scene.await().until(() -> heard.messages.size() >= published.size());
      assertThat(heard.messages).containsExactlyInAnyOrderElementsOf(published);
      assertThat(heard.events).as("moves are not told").hasSize(CHANNELS.size());
    }
  }

  private Migration change(NodeSet nodes) {
    Migration migration = leader.changeTo(nodes);
    migration.drain();
    return migration;
  }

  /** What was published; each message had its one subscriber. */
  private List<String> publishUntil(AtomicBoolean stop) {
    RedisCommands<String, String> redis = publishing.connect().sync();
    List<String> published = new ArrayList<>();
    for (int i = 0; !stop.get(); i++) {
      String channel = CHANNELS.get(i % CHANNELS.size());
      assertThat(redis.publish(channel, "m" + i)).isEqualTo(1);
      published.add(channel + "=m" + i);
    }
    return published;
  }

  /** Subscribing in the window: a client of either topology is heard. */
  @Test
  void whatIsSubscribedInTheWindowIsHeardAtBothOwners() throws Exception {
    String moves = Fleet.keys(two, "a", three, "c", 1).get(0);
    Migration migration = leader.changeTo(three);
    Fleet.awaitPhase(migration, Phase.MIGRATE);
    Scene.await().until(() -> publishing.topology().version() == 2);
    try (StatefulRedisPubSubConnection<String, String> connection = publishing.connectPubSub()) {
      connection.addListener(heard);
      connection.sync().subscribe(moves);
      connection.sync().psubscribe("key*");

      fleet.at("a").publish(moves, "by the former topology");
      connection.sync().publish(moves, "by the new one");

      Scene.await().until(() -> heard.messages.size() == 4);
      assertThat(heard.events).containsExactly("+" + moves + " 1", "+p:key* 2");
      migration.drain();
      Fleet.end(migration);
      Scene.await().until(() -> fleet.at("a").pubsubNumsub(moves).containsValue(0L));
      assertThat(fleet.at("c").pubsubNumsub(moves)).containsEntry(moves, 1L);
    }
  }

  @Test
  void aChangeDoesNotWaitForConnectionsThatOnlySubscribe() throws Exception {
    try (StatefulRedisPubSubConnection<String, String> connection = publishing.connectPubSub()) {
      connection.sync().psubscribe("*");

      Migration migration = leader.changeTo(three);
      Fleet.awaitPhase(migration, Phase.MIGRATE);

      assertThat(fleet.at("c").pubsubNumpat()).isEqualTo(1);
      migration.drain();
      assertThat(Fleet.end(migration)).isZero();
    }
  }
}
