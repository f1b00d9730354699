package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cress.node.CrossNodeException;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.testservers.TestNode;
import dev.cress.testservers.TestServers;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.sync.RedisCommands;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a client's meters say after some commands and a change. */
class MetersIT {

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final TestServers servers = TestServers.start();

  @AfterEach
  void stop() {
    servers.close();
  }

  private Node node(String name) {
    TestNode server = servers.redis();
    return Node.of(name, server.host(), server.port());
  }

  @Test
  void metersTellOfCommandsNodesAndChanges() throws Exception {
    NodeSet two = NodeSet.of(node("a"), node("b"));
    try (CressRedisClient client =
        CressRedisClient.builder().nodes(two).cluster("orders").meterRegistry(registry).build()) {
      RedisCommands<String, String> redis = client.connect().sync();
      for (int i = 0; i < 300; i++) {
        redis.set("key" + i, "value");
      }
      redis.mget("key1", "key2", "key3", "key4", "key5", "key6", "key7", "key8");
      String onA = keyOn(client, "a");
      String onB = keyOn(client, "b");
      assertThatThrownBy(() -> redis.rename(onA, onB)).isInstanceOf(CrossNodeException.class);

      client.changeTo(two.with(node("c"))).completion().get(30, TimeUnit.SECONDS);

      assertThat(count("cress.commands", "kind", "single_key")).isEqualTo(300);
      assertThat(count("cress.commands", "node", "*")).isEqualTo(1);
      assertThat(count("cress.fanout", "cluster", "orders")).isEqualTo(1);
      assertThat(count("cress.rejected", "reason", "cross_node")).isEqualTo(1);
      assertThat(count("cress.migration.keys", "to", "c")).isPositive();
      assertThat(count("cress.migration.duration", "cluster", "orders")).isEqualTo(1);
      assertThat(registry.get("cress.topology.version").gauge().value()).isEqualTo(2);
      assertThat(registry.get("cress.migration.progress").gauge().value()).isEqualTo(1);
      assertThat(registry.find("cress.node.share").gauges()).hasSize(3);
      assertThat(registry.get("cress.node.available").tag("node", "c").gauge().value())
          .isEqualTo(1);
    }
  }

  @Test
  void aCallWhoseScriptMustBeLoadedFirstIsTimedOnce() {
    TestNode server = servers.redis();
    try (CressRedisClient client =
            CressRedisClient.builder()
                .nodes(NodeSet.of(Node.of("a", server.host(), server.port())))
                .meterRegistry(registry)
                .build();
        RedisClient plain = RedisClient.create(RedisURI.create(server.host(), server.port()))) {
      RedisCommands<String, String> redis = client.connect().sync();
      String digest = redis.scriptLoad("return 7");
      plain.connect().sync().scriptFlush();

      assertThat(redis.<Long>evalsha(digest, ScriptOutputType.INTEGER, "key")).isEqualTo(7);

      assertThat(count("cress.commands", "kind", "same_node")).isEqualTo(1);
    }
  }

  private static String keyOn(CressRedisClient client, String node) {
    for (int i = 0; ; i++) {
      if (client.ownerOf("key" + i).name().equals(node)) {
        return "key" + i;
      }
    }
  }

  /** The first value, a count, of all meters of a name with a tag. */
  private double count(String name, String tag, String value) {
    return registry.find(name).tag(tag, value).meters().stream()
        .mapToDouble(MetersIT::firstValue)
        .sum();
  }

  private static double firstValue(Meter meter) {
    return meter.measure().iterator().next().getValue();
  }
}
