package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cress.migration.Migration;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.redis.internal.migration.Scripts;
import dev.cress.selector.Selectors;
import dev.cress.topology.Phase;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A key moves when its server changes, not when a name or an address does. The modulo selector only
 * counts nodes, so with it a rename leaves every key on its server.
 */
class RenamedNodesIT {

  private static final int KEYS = 200;

  private final Fleet fleet = new Fleet();
  private final HeldScripts scripts = new HeldScripts();
  private final NodeSet two = fleet.nodes("a", "b");

  @AfterEach
  void stop() {
    fleet.close();
  }

  private CressRedisClient client() {
    return CressRedisClient.builder()
        .nodes(two)
        .selector(Selectors.modulo())
        .migration(Fleet.lazy())
        .scripts(scripts, Scripts.STANDARD)
        .build();
  }

  private Node as(String name, String server, String host) {
    return Node.of(name, host, fleet.server(server).port());
  }

  private static void fill(RedisCommands<String, String> redis) {
    for (int i = 0; i < KEYS; i++) {
      redis.set("key" + i, "value" + i);
    }
  }

  private static void assertAllThere(RedisCommands<String, String> redis) {
    for (int i = 0; i < KEYS; i++) {
      assertThat(redis.get("key" + i)).isEqualTo("value" + i);
    }
  }

  private void assertNothingMoved() {
    for (String script : new String[] {"probe", "dump", "adopt"}) {
      assertThat(scripts.count(script, "a") + scripts.count(script, "b")).as(script).isZero();
    }
  }

  /** Sends INCR after INCR while the change runs; their replies tell the order of execution. */
  private static void assertOrderIsKept(
      StatefulRedisConnection<String, String> connection, Migration migration) throws Exception {
    List<RedisFuture<Long>> replies = new ArrayList<>();
    while (!migration.completion().isDone() || replies.size() < 1_000) {
      replies.add(connection.async().incr("counter"));
      if (replies.size() % 200 == 0) {
        replies.get(replies.size() - 1).get(10, TimeUnit.SECONDS);
      }
      migration.drain();
    }
    long expected = 0;
    for (RedisFuture<Long> reply : replies) {
      expected++;
      assertThat(reply.get(10, TimeUnit.SECONDS)).isEqualTo(expected);
    }
  }

  @Test
  void aRenameMovesNoKeyAndKeepsTheOrder() throws Exception {
    try (CressRedisClient client = client()) {
      StatefulRedisConnection<String, String> connection = client.connect();
      fill(connection.sync());
      NodeSet renamed = NodeSet.of(as("a-new", "a", "127.0.0.1"), as("b-new", "b", "127.0.0.1"));

      Migration migration = client.changeTo(renamed);
      assertOrderIsKept(connection, migration);

      assertThat(Fleet.end(migration)).isZero();
      assertThat(client.topology().nodes()).isEqualTo(renamed);
      assertAllThere(connection.sync());
      assertNothingMoved();
    }
  }

  @Test
  void aRenameHoldsNoCommand() throws Exception {
    try (CressRedisClient client = client()) {
      RedisCommands<String, String> redis = client.connect().sync();
      fill(redis);
      scripts.hold("open_in");

      Migration migration =
          client.changeTo(NodeSet.of(as("a-new", "a", "127.0.0.1"), as("b-new", "b", "127.0.0.1")));
      Fleet.awaitPhase(migration, Phase.HOLD);
      assertAllThere(redis);
      scripts.release("open_in");
      migration.drain();

      assertThat(Fleet.end(migration)).isZero();
      assertAllThere(redis);
    }
  }

  @Test
  void anotherAddressOfTheSameServerMovesNoKeyAndKeepsTheOrder() throws Exception {
    try (CressRedisClient client = client()) {
      StatefulRedisConnection<String, String> connection = client.connect();
      fill(connection.sync());
      NodeSet readdressed = NodeSet.of(as("a", "a", "localhost"), as("b", "b", "localhost"));

      Migration migration = client.changeTo(readdressed);
      assertOrderIsKept(connection, migration);

      assertThat(Fleet.end(migration)).isZero();
      assertThat(client.topology().nodes()).isEqualTo(readdressed);
      assertAllThere(connection.sync());
      assertNothingMoved();
    }
  }

  @Test
  void commandsOfTheHoldGoFirstWhenOnlyTheAddressChanges() throws Exception {
    try (CressRedisClient client = client()) {
      StatefulRedisConnection<String, String> connection = client.connect();
      fill(connection.sync());
      scripts.hold("open_in");
      Migration migration =
          client.changeTo(NodeSet.of(as("a", "a", "localhost"), as("b", "b", "localhost")));
      Fleet.awaitPhase(migration, Phase.HOLD);
      for (int i = 0; i < KEYS; i++) {
        connection.async().set("key" + i, "held");
      }

      scripts.release("open_in");
      for (int i = 0; i < KEYS; i++) {
        connection.async().append("key" + i, "+later");
      }
      migration.drain();

      assertThat(Fleet.end(migration)).isZero();
      for (int i = 0; i < KEYS; i++) {
        assertThat(connection.sync().get("key" + i)).isEqualTo("held+later");
      }
    }
  }

  @Test
  void twoNamesForOneServerAreRefused() throws Exception {
    try (CressRedisClient client = client()) {
      RedisCommands<String, String> redis = client.connect().sync();
      fill(redis);

      Migration migration = client.changeTo(two.with(as("c", "a", "localhost")));

      assertThatThrownBy(() -> Fleet.end(migration))
          .hasStackTraceContaining("nodes a and c are one server and one database");
      assertThat(client.topology().nodes()).isEqualTo(two);
      assertThat(client.topology().version()).isEqualTo(1);
      assertAllThere(redis);
    }
  }

  @Test
  void theSameNameOnAnotherServerMovesItsKeys() throws Exception {
    try (CressRedisClient client = client()) {
      RedisCommands<String, String> redis = client.connect().sync();
      fill(redis);
      final long keysOfA = fleet.at("a").dbsize();

      Migration migration = client.changeTo(NodeSet.of(as("a", "c", "127.0.0.1"), two.get(1)));
      Fleet.awaitPhase(migration, Phase.MIGRATE);
      assertAllThere(redis);
      migration.drain();

      assertThat(Fleet.end(migration)).isZero();
      assertAllThere(redis);
      assertThat(fleet.at("a").keys("key*")).isEmpty();
      assertThat(fleet.at("c").keys("key*")).hasSize((int) keysOfA - 2);
    }
  }
}
