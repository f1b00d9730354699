package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.migration.Migration;
import dev.cress.node.NodeSet;
import dev.cress.topology.Phase;
import io.lettuce.core.CopyArgs;
import io.lettuce.core.LMoveArgs;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Commands whose keys must live on one node, kept there by hash tags: in an open window they answer
 * and leave behind the same as on a single server.
 */
class SameNodeKeysIT {

  private final Fleet fleet = new Fleet();
  private final NodeSet before = fleet.nodes("a", "b");
  private final NodeSet after = fleet.nodes("a", "b", "c");
  private final RedisCommands<String, String> model = fleet.at("model");
  private final CressRedisClient client =
      CressRedisClient.builder().nodes(before).migration(Fleet.lazy()).build();
  private final RedisCommands<String, String> redis = client.connect().sync();

  @AfterEach
  void stop() {
    client.shutdown();
    fleet.close();
  }

  private static void fill(RedisCommands<String, String> to, String tag) {
    to.set(tag + "string", "text");
    to.set(tag + "other", "other text");
    to.psetex(tag + "expiring", 600_000, "expiring");
    to.sadd(tag + "set1", "1", "2", "3");
    to.sadd(tag + "set2", "2", "3", "4");
    to.zadd(tag + "zset1", 1.5, "one", 2.5, "two");
    to.zadd(tag + "zset2", 10.0, "two", 20.0, "three");
    to.rpush(tag + "list1", "x", "y", "z");
    to.pfadd(tag + "hll1", "p", "q");
    to.pfadd(tag + "hll2", "q", "r");
    to.setbit(tag + "bits1", 7, 1);
    to.setbit(tag + "bits2", 6, 1);
  }

  private static List<Function<RedisCommands<String, String>, Object>> commands(String tag) {
    return List.of(
        r -> r.rename(tag + "string", tag + "renamed"),
        r -> r.renamenx(tag + "other", tag + "renamed"),
        r -> r.rename(tag + "expiring", tag + "list1"),
        r -> r.copy(tag + "other", tag + "copied"),
        r -> r.copy(tag + "set1", tag + "zset2", CopyArgs.Builder.replace(true)),
        r -> new TreeSet<>(r.sinter(tag + "set1", tag + "set2")),
        r -> r.sinterstore(tag + "stored", tag + "set1", tag + "set2"),
        r -> r.sunionstore(tag + "set2", tag + "set1", tag + "set2"),
        r -> r.sdiffstore(tag + "diff", tag + "set2", tag + "set1"),
        r -> r.smove(tag + "set1", tag + "set2", "1"),
        r -> r.zunionstore(tag + "zstored", tag + "zset1", tag + "never"),
        r -> r.lmove(tag + "list1", tag + "list2", LMoveArgs.Builder.leftRight()),
        r -> r.pfcount(tag + "hll1", tag + "hll2"),
        r -> r.pfmerge(tag + "hll1", tag + "hll2"),
        r -> r.bitopOr(tag + "bits", tag + "bits1", tag + "bits2"),
        r -> r.msetnx(Map.of(tag + "other", "taken", tag + "fresh", "f")),
        r -> r.msetnx(Map.of(tag + "fresh1", "1", tag + "fresh2", "2")),
        r -> r.exists(tag + "string", tag + "renamed", tag + "stored", tag + "expiring"));
  }

  private static Object outcome(
      Function<RedisCommands<String, String>, Object> command, RedisCommands<String, String> at) {
    try {
      return command.apply(at);
    } catch (RedisCommandExecutionException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static String dump(RedisCommands<String, String> at, String key) {
    byte[] value = at.dump(key);
    long ttl = at.pttl(key);
    String content = value == null ? "nil" : Arrays.toString(value);
    return at.type(key) + " " + (ttl > 0 ? "expires" : "stays") + " " + content;
  }

  private static String tag(NodeSet before, String from, NodeSet after, String to) {
    return "{" + Fleet.keys(before, from, after, to, 1).get(0) + "}";
  }

  @Test
  void answerAndLeaveBehindTheSameInAnOpenWindow() throws Exception {
    List<String> tags =
        List.of(
            tag(before, "a", after, "c"),
            tag(before, "b", after, "c"),
            tag(before, "a", after, "a"));
    tags.forEach(tag -> fill(redis, tag));
    tags.forEach(tag -> fill(model, tag));
    Migration migration = client.changeTo(after);
    Fleet.awaitPhase(migration, Phase.MIGRATE);

    for (String tag : tags) {
      redis.exists(tag + "set1", tag + "string");
      List<Object> replies = new ArrayList<>();
      List<Object> expected = new ArrayList<>();
      commands(tag).forEach(command -> replies.add(outcome(command, redis)));
      commands(tag).forEach(command -> expected.add(outcome(command, model)));
      assertThat(replies).as(tag).isEqualTo(expected);
    }

    migration.drain();
    assertThat(Fleet.end(migration)).isZero();
    for (String key : model.keys("*")) {
      assertThat(dump(redis, key)).as(key).isEqualTo(dump(model, key));
    }
    for (String key : List.of("string", "expiring", "never")) {
      tags.forEach(tag -> assertThat(redis.exists(tag + key)).isZero());
    }
  }
}
