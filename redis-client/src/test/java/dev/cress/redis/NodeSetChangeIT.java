package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.testservers.TestNode;
import dev.cress.testservers.TestServers;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NodeSetChangeIT {

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
  void keysSurviveWhenTheNodeSetGrowsAndShrinks() throws Exception {
    NodeSet three = NodeSet.of(node("a"), node("b"), node("c"));
    NodeSet four = three.with(node("d"));
    try (CressRedisClient client = CressRedisClient.builder().nodes(three).build()) {
      StatefulRedisConnection<String, String> connection = client.connect();
      RedisCommands<String, String> redis = connection.sync();
      for (int i = 0; i < 2_000; i++) {
        redis.set("key" + i, "value" + i);
      }

      assertThat(client.changeTo(four).completion().get(30, TimeUnit.SECONDS)).isZero();

      for (int i = 0; i < 2_000; i++) {
        assertThat(redis.get("key" + i)).isEqualTo("value" + i);
      }
      assertThat(client.topology().nodes()).isEqualTo(four);
      assertThat(client.changeTo(three).completion().get(30, TimeUnit.SECONDS)).isZero();
      for (int i = 0; i < 2_000; i++) {
        assertThat(redis.get("key" + i)).isEqualTo("value" + i);
      }
    }
  }
}
