package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.migration.Migration;
import dev.cress.migration.MigrationPolicy;
import dev.cress.node.NodeSet;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The drain leaves no more marks at an owner than the policy allows. */
class MarksIT {

  private static final int MARKS_MAX = 500;
  private static final int BATCHES_UNDER_WAY = 4;
  private static final int SCAN_BATCH = 256;
  // SCAN gives a few keys more than it was asked for.
  private static final long BOUND = MARKS_MAX + (BATCHES_UNDER_WAY + 1) * (SCAN_BATCH + 50);

  @Test
  void theDrainWaitsWhileAnOwnerHoldsTooManyMarks() throws Exception {
    try (Fleet fleet = new Fleet()) {
      NodeSet one = fleet.nodes("a");
      NodeSet two = fleet.nodes("b");
      MigrationPolicy policy =
          Fleet.policy().adoptDeadline(Duration.ofSeconds(1)).marksMax(MARKS_MAX).force().build();
      try (CressRedisClient client =
          CressRedisClient.builder().nodes(one).migration(policy).build()) {
        RedisCommands<String, String> redis = client.connect().sync();
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < 6_000; i++) {
          values.put("key:" + i, "value");
        }
        redis.mset(values);

        Migration migration = client.changeTo(two);
        long most = 0;
        while (!migration.completion().toCompletableFuture().isDone()) {
          most = Math.max(most, fleet.at("b").zcard(DirectServer.marksKey(2)));
        }

        assertThat(migration.completion().toCompletableFuture().get()).isZero();
        assertThat(most).isBetween((long) MARKS_MAX, BOUND);
        assertThat(redis.exists(values.keySet().toArray(String[]::new))).isEqualTo(6_000);
      }
    }
  }
}
