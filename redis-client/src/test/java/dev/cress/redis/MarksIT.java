package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.migration.Migration;
import dev.cress.migration.MigrationPolicy;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The drain leaves no more marks at an owner than the policy allows. */
class MarksIT {

  private static final int MARKS_MAX = 500;
  private static final int BATCHES_UNDER_WAY = 4;
  private static final int SCAN_BATCH = 256;
  // SCAN gives a few keys more than it was asked for.
  private static final long BOUND = MARKS_MAX + (BATCHES_UNDER_WAY + 1) * (SCAN_BATCH + 50);
  private static final Map<String, String> VALUES =
      IntStream.range(0, 6_000).boxed().collect(Collectors.toMap(i -> "key:" + i, i -> "value"));

  @Test
  void theDrainWaitsWhileAnOwnerHoldsTooManyMarks() throws Exception {
    MigrationPolicy policy = policy(Duration.ofSeconds(1)).build();
    try (Fleet fleet = new Fleet();
        CressRedisClient client = client(fleet, policy)) {
      RedisCommands<String, String> redis = client.connect().sync();
      redis.mset(VALUES);

      Migration migration = client.changeTo(fleet.nodes("b"));
      long most = 0;
      while (!migration.completion().toCompletableFuture().isDone()) {
        most = Math.max(most, fleet.at("b").zcard(DirectServer.marksKey(2)));
      }

      assertThat(migration.completion().toCompletableFuture().get()).isZero();
      assertThat(most).isBetween((long) MARKS_MAX, BOUND);
      assertThat(redis.exists(VALUES.keySet().toArray(String[]::new))).isEqualTo(VALUES.size());
    }
  }

  @Test
  void aDrainThatWaitsForMarksEndsWithTheWindow() throws Exception {
    MigrationPolicy policy = policy(Duration.ofHours(1)).windowEnd(Duration.ofSeconds(1)).build();
    try (Fleet fleet = new Fleet();
        CressRedisClient client = client(fleet, policy)) {
      RedisCommands<String, String> redis = client.connect().sync();
      redis.mset(VALUES);

      Migration migration = client.changeTo(fleet.nodes("b"));
      long lost = Fleet.end(migration);

      assertThat(lost).isBetween(VALUES.size() - BOUND, (long) VALUES.size() - MARKS_MAX);
      assertThat(redis.exists(VALUES.keySet().toArray(String[]::new)))
          .isEqualTo(VALUES.size() - lost);
    }
  }

  private static MigrationPolicy.Builder policy(Duration adoptDeadline) {
    return Fleet.policy().adoptDeadline(adoptDeadline).marksMax(MARKS_MAX).force();
  }

  private static CressRedisClient client(Fleet fleet, MigrationPolicy policy) {
    return CressRedisClient.builder().nodes(fleet.nodes("a")).migration(policy).build();
  }
}
