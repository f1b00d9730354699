package dev.cress.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.cress.redis.hotkeys.HotKey;
import dev.cress.redis.hotkeys.HotKeys;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Which keys a client says that it asks for most. */
class HotKeysIT {

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
  void keysOfCommandsOutsideMultiAreCountedAtTheirNodes() {
    try (CressRedisClient client = shards.builder().hotKeys(HotKeys.sampled(1)).build()) {
      RedisCommands<String, String> redis = client.connect().sync();
      String hot = Shards.keyOf(client, "b");
      String warm = Shards.keyOf(client, "c");
      for (int i = 0; i < 60; i++) {
        redis.get(hot);
        redis.mget(hot, warm);
        redis.eval("return 1", ScriptOutputType.INTEGER, warm);
      }
      String list = "list{" + hot + "}";
      redis.lpush(list, "element");
      redis.blpop(1, list);
      redis.multi();
      redis.set(Shards.keysOf(client, "a").skip(1).findFirst().orElseThrow(), "value");
      redis.exec();
      redis.set(Shards.keyOf(client, "a"), "value");

      List<HotKey> keys = client.hotKeys();

      assertThat(keys)
          .extracting(key -> new String(key.key(), UTF_8))
          .containsExactlyInAnyOrder(hot, warm, list, Shards.keyOf(client, "a"));
      assertThat(keys).extracting(HotKey::node).containsExactlyInAnyOrder("a", "b", "b", "c");
      assertThat(keys).extracting(HotKey::commands).containsExactly(120L, 120L, 2L, 1L);
    }
  }

  @Test
  void aClientThatDoesNotWatchThemSaysSo() {
    try (CressRedisClient client = shards.builder().build()) {
      assertThatIllegalStateException()
          .isThrownBy(client::hotKeys)
          .withMessage("hot keys are not watched: give the builder hotKeys(…)");
    }
  }
}
