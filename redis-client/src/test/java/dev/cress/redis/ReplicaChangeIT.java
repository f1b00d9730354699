package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.node.NodeSet;
import dev.cress.redis.replicas.ReplicaPolicy;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nodes come and go; keys do not move, but each has another copy. */
class ReplicaChangeIT {

  private static CopiedNodes servers;
  private static NodeSet three;
  private static NodeSet four;

  @BeforeAll
  static void start() {
    servers = new CopiedNodes(4);
    three = servers.nodes("a", "b", "c");
    four = servers.nodes("a", "b", "c", "d");
  }

  @AfterAll
  static void stop() {
    servers.close();
  }

  @BeforeEach
  void reset() {
    servers.reset();
  }

  private static long hits(RedisCommands<String, String> redis, List<String> keys) {
    return keys.stream().filter(key -> redis.get(key) != null).count();
  }

  @Test
  void aNodeThatJoinsCostsNoHitNorDoesOneThatLeaves() throws Exception {
    List<String> keys = CopiedNodes.keys().limit(500).toList();
    try (CressRedisClient client = servers.builder(three, ReplicaPolicy.of(2)).build()) {
      RedisCommands<String, String> redis = client.connect().sync();
      keys.forEach(key -> redis.set(key, "v"));

      assertThat(Fleet.end(client.changeTo(four))).isZero();
      assertThat(keys).anyMatch(key -> CopiedNodes.holders(four, key).get(0).equals("d"));
      assertThat(hits(redis, keys)).isEqualTo(500);
      assertThat(redis.exists(keys.toArray(String[]::new))).isEqualTo(500);

      keys.forEach(key -> redis.set(key, "written again"));
      assertThat(Fleet.end(client.changeTo(servers.nodes("a", "c", "d")))).isZero();
      assertThat(hits(redis, keys)).isEqualTo(500);
    }
  }

  /**
   * An old copy at a node that comes back into a key's replica set would show when the others fail.
   */
  @Test
  void aCopyThatWasLeftBehindIsRemovedBeforeItCountsAgain() throws Exception {
    String key =
        CopiedNodes.keys()
            .filter(k -> CopiedNodes.holders(three, k).contains("b"))
            .filter(k -> !CopiedNodes.holders(four, k).contains("b"))
            .findFirst()
            .orElseThrow();
    try (CressRedisClient client = servers.builder(three, ReplicaPolicy.of(2)).build()) {
      RedisCommands<String, String> redis = client.connect().sync();
      redis.set(key, "old");
      assertThat(Fleet.end(client.changeTo(four))).isZero();
      redis.set(key, "new");
      assertThat(servers.on("b").get(key)).isEqualTo("old");

      assertThat(Fleet.end(client.changeTo(three))).isZero();

      assertThat(servers.on("b").get(key)).isNull();
      assertThat(redis.get(key)).isEqualTo("new");
    }
  }

  @Test
  void aCopyThatStaysInTheReplicaSetIsKeptWhenItsNodeBecomesTheOwner() throws Exception {
    NodeSet left = servers.nodes("b", "c");
    String key = CopiedNodes.keyOf(three, "a", "b");
    try (CressRedisClient client = servers.builder(three, ReplicaPolicy.of(2)).build()) {
      RedisCommands<String, String> redis = client.connect().sync();
      redis.set(key, "v");

      assertThat(Fleet.end(client.changeTo(left))).isZero();

      assertThat(servers.on("b").get(key)).isEqualTo("v");
      assertThat(redis.get(key)).isEqualTo("v");
    }
  }

  @Test
  void commandsGoOnDuringChanges() throws Exception {
    List<String> keys = CopiedNodes.keys().limit(50).toList();
    try (CressRedisClient client = servers.builder(three, ReplicaPolicy.of(2)).build()) {
      RedisCommands<String, String> redis = client.connect().sync();
      keys.forEach(key -> redis.set(key, "v"));
      AtomicBoolean over = new AtomicBoolean();
      CompletableFuture<Long> misses =
          CompletableFuture.supplyAsync(
              () -> {
                long missed = 0;
                while (!over.get()) {
                  missed += keys.size() - hits(redis, keys);
                  missed +=
                      redis.mget(keys.toArray(String[]::new)).stream()
                          .filter(pair -> !pair.hasValue())
                          .count();
                  keys.forEach(key -> redis.set(key, "v"));
                }
                return missed;
              });

      for (int i = 0; i < 4; i++) {
        assertThat(Fleet.end(client.changeTo(i % 2 == 0 ? four : three))).isZero();
      }
      over.set(true);

      assertThat(misses.get()).isZero();
    }
  }
}
