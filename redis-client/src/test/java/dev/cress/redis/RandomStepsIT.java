package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.migration.Migration;
import dev.cress.migration.MigrationPolicy;
import dev.cress.node.NodeSet;
import dev.cress.topology.Phase;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.protocol.CommandArgs;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Ten thousand random steps, sent in bursts without waiting, give the same replies on one plain
 * server and on a sharded set, also while its nodes change.
 */
class RandomStepsIT {

  private static final int STEPS = 10_000;
  private static final int LONGEST_BURST = 30;

  private final long seed = ThreadLocalRandom.current().nextLong();
  private final RandomWords words = new RandomWords(seed);
  private final ThreadLocalRandom bursts = ThreadLocalRandom.current();
  private final Fleet fleet = new Fleet();
  private final NodeSet three = fleet.nodes("a", "b", "c");
  private final NodeSet four = fleet.nodes("a", "b", "c", "d");
  private final RedisClient plain =
      RedisClient.create(
          RedisURI.create(fleet.server("plain").host(), fleet.server("plain").port()));
  private final StatefulRedisConnection<String, String> reference = plain.connect();

  @AfterEach
  void stop() {
    plain.shutdown();
    fleet.close();
  }

  @Test
  void repliesAreThoseOfOneServer() throws Exception {
    try (CressRedisClient client = CressRedisClient.builder().nodes(three).build()) {
      StatefulRedisConnection<String, String> sharded = client.connect();
      play(sharded, STEPS);
      assertSameContents(sharded);
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "OFF")
  void repliesAreThoseOfOneServerWhileTheNodesChange(MigrationPolicy.Mode mode) throws Exception {
    MigrationPolicy policy = Fleet.policy().mode(mode).build();
    try (CressRedisClient client =
        CressRedisClient.builder().nodes(three).migration(policy).build()) {
      StatefulRedisConnection<String, String> sharded = client.connect();
      play(sharded, STEPS / 4);
      for (NodeSet next : List.of(four, three)) {
        Migration migration = client.changeTo(next);
        play(sharded, STEPS / 8);
        Awaitility.await()
            .until(
                () ->
                    migration.progress().phase() == Phase.MIGRATE
                        || migration.completion().isDone());
        play(sharded, STEPS / 8);
        migration.drain();
        assertThat(Fleet.end(migration)).isZero();
        play(sharded, STEPS / 8);
      }
      assertSameContents(sharded);
    }
  }

  private void play(StatefulRedisConnection<String, String> sharded, int steps) throws Exception {
    int left = steps;
    while (left > 0) {
      int burst = Math.min(left, 1 + bursts.nextInt(LONGEST_BURST));
      compare(sharded, Stream.generate(words::next).limit(burst).toList());
      left -= burst;
    }
  }

  private void compare(StatefulRedisConnection<String, String> sharded, List<List<String>> steps)
      throws Exception {
    List<RedisFuture<List<Object>>> expected = new ArrayList<>();
    List<RedisFuture<List<Object>>> actual = new ArrayList<>();
    for (List<String> step : steps) {
      expected.add(send(reference.async(), step));
      actual.add(send(sharded.async(), step));
    }
    for (int i = 0; i < steps.size(); i++) {
      boolean ordered = !RandomWords.UNORDERED.contains(steps.get(i).get(0));
      assertThat(reply(actual.get(i), ordered))
          .as("%s, seed %d", steps.get(i), seed)
          .isEqualTo(reply(expected.get(i), ordered));
    }
  }

  private static RedisFuture<List<Object>> send(
      RedisAsyncCommands<String, String> redis, List<String> step) {
    CommandArgs<String, String> args = new CommandArgs<>(StringCodec.UTF8);
    for (String word : step.subList(1, step.size())) {
      if (word.startsWith("{")) {
        args.addKey(word);
      } else {
        args.add(word);
      }
    }
    return redis.dispatch(
        Step.keyword(step.get(0)), new NestedMultiOutput<>(StringCodec.UTF8), args);
  }

  private static String reply(RedisFuture<List<Object>> reply, boolean ordered) throws Exception {
    try {
      return text(reply.get(10, TimeUnit.SECONDS), ordered);
    } catch (ExecutionException e) {
      return String.valueOf(e.getCause());
    }
  }

  private static String text(@Nullable Object reply, boolean ordered) {
    if (reply instanceof Collection<?> elements) {
      List<String> texts = elements.stream().map(each -> text(each, ordered)).toList();
      return ordered ? texts.toString() : texts.stream().sorted().toList().toString();
    }
    return String.valueOf(reply);
  }

  private void assertSameContents(StatefulRedisConnection<String, String> sharded)
      throws Exception {
    for (String key : RandomWords.keys()) {
      compare(
          sharded,
          Stream.of(
                  "TYPE K",
                  "GET K",
                  "HGETALL K",
                  "LRANGE K 0 -1",
                  "SMEMBERS K",
                  "ZRANGE K 0 -1 WITHSCORES",
                  "XRANGE K - +",
                  "PERSIST K")
              .map(line -> List.of(line.replace("K", key).split(" ", -1)))
              .toList());
    }
  }
}
