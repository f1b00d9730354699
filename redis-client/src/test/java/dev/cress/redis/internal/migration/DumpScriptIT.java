package dev.cress.redis.internal.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cress.testservers.TestNode;
import dev.cress.testservers.TestServers;
import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DumpScriptIT {

  private static final int KEYS = 200;

  private final TestServers servers = TestServers.start();
  /* One clean-up a second at the most: time enough to meet expired keys. */
  private final TestNode server = servers.redis("--hz", "1", "--dynamic-hz", "no");
  private final RedisClient client =
      RedisClient.create("redis://" + server.host() + ":" + server.port());
  private final RedisCommands<String, String> redis = client.connect().sync();

  @BeforeEach
  void freeze() {
    redis.set("__cress__:out", "2:1");
  }

  @AfterEach
  void stop() {
    client.shutdown();
    servers.close();
  }

  @Test
  void aKeyThatIsThereIsReadWithWhatIsLeftOfItsLife() {
    redis.set("k", "v", SetArgs.Builder.px(60_000));

    List<Object> reply = dump("k");

    assertThat(reply.get(0)).isEqualTo("DUMP");
    assertThat((Long) reply.get(2)).isBetween(1L, 60_000L);
  }

  /** Redis keeps expired keys until it meets them, and MEMORY USAGE still tells their size. */
  @Test
  void aKeyThatHasExpiredButIsNotRemovedYetCountsAsAbsent() {
    for (int i = 0; i < KEYS; i++) {
      redis.set("k" + i, "v", SetArgs.Builder.px(1));
    }
    await().pollDelay(Duration.ofMillis(2)).until(() -> true);

    for (int i = 0; i < KEYS; i++) {
      assertThat(dump("k" + i)).containsExactly("NONE");
    }
  }

  private List<Object> dump(String key) {
    return redis.eval(
        Scripts.STANDARD.dump().text(),
        ScriptOutputType.MULTI,
        new String[] {key, "__cress__:out"},
        "2",
        "1000000");
  }
}
