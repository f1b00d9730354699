package dev.cress.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.selector.Selectors;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Where a client says that a key lives is where its server has it, for every client alike. */
class OwnershipIT {

  private static Shards shards;

  @BeforeAll
  static void start() {
    shards = new Shards(3);
  }

  @AfterAll
  static void stop() {
    shards.close();
  }

  @Test
  void everyKeyIsOnItsOwnerAndNowhereElse() {
    try (CressRedisClient client = shards.builder().build()) {
      RedisCommands<String, String> redis = client.connect().sync();
      List<String> keys = IntStream.range(0, 300).mapToObj(i -> "owned:" + i).toList();

      keys.forEach(key -> redis.set(key, "v"));

      for (String key : keys) {
        assertThat(shards.names().stream().filter(node -> shards.on(node, key.getBytes(UTF_8))))
            .containsExactly(client.ownerOf(key).name());
      }
      assertThat(keys.stream().map(key -> client.ownerOf(key).name())).contains("a", "b", "c");
    }
  }

  @Test
  void theOrderInWhichNodesAreGivenMakesNoDifference() {
    List<Node> nodes = new ArrayList<>(shards.nodeSet().nodes());
    NodeSet given = NodeSet.of(nodes.toArray(Node[]::new));
    Collections.reverse(nodes);
    NodeSet reversed = NodeSet.of(nodes.toArray(Node[]::new));
    try (CressRedisClient one = CressRedisClient.builder().nodes(given).build();
        CressRedisClient other = CressRedisClient.builder().nodes(reversed).build()) {
      assertThat(one.topology().placement().fingerprint())
          .isEqualTo(other.topology().placement().fingerprint());
      assertThat(IntStream.range(0, 1_000).mapToObj(i -> "k" + i))
          .allMatch(key -> one.ownerOf(key).equals(other.ownerOf(key)));
      one.connect().sync().set("shared", "v");
      assertThat(other.connect().sync().get("shared")).isEqualTo("v");
    }
  }

  @Test
  void anotherSelectorHasAnotherFingerprint() {
    try (CressRedisClient one = shards.builder().build();
        CressRedisClient other = shards.builder().selector(Selectors.modulo()).build()) {
      assertThat(one.topology().placement().fingerprint())
          .isNotEqualTo(other.topology().placement().fingerprint());
    }
  }
}
