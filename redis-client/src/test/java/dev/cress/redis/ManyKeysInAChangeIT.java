package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.migration.Migration;
import dev.cress.node.NodeSet;
import dev.cress.redis.internal.migration.Scripts;
import dev.cress.topology.Phase;
import io.lettuce.core.KeyValue;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Commands with several keys answer in a change as one server does that holds all keys. */
class ManyKeysInAChangeIT {

  private final Fleet fleet = new Fleet();
  private final HeldScripts scripts = new HeldScripts();
  private final NodeSet before = fleet.nodes("a", "b");
  private final NodeSet after = fleet.nodes("a", "b", "c", "d");
  private final List<String> keys = new ArrayList<>();
  private final CressRedisClient client =
      CressRedisClient.builder()
          .nodes(before)
          .migration(Fleet.lazy())
          .scripts(scripts, Scripts.STANDARD)
          .build();
  private final StatefulRedisConnection<String, String> connection = client.connect();
  private final RedisCommands<String, String> redis = connection.sync();

  /** Two keys of each kind: leaving a or b for c or d, and staying. */
  @BeforeEach
  void fill() {
    for (String[] way :
        new String[][] {{"a", "c"}, {"a", "d"}, {"b", "c"}, {"b", "d"}, {"a", "a"}, {"b", "b"}}) {
      keys.addAll(Fleet.keys(before, way[0], after, way[1], 2));
    }
    keys.forEach(key -> redis.set(key, "value of " + key));
  }

  @AfterEach
  void stop() {
    client.shutdown();
    fleet.close();
  }

  /** When in a change the commands are sent. */
  enum Moment {
    HELD,
    OPEN_NOTHING_MOVED,
    OPEN_EVERY_OTHER_MOVED
  }

  private String[] all() {
    return keys.toArray(String[]::new);
  }

  private Map<String, String> values(String prefix) {
    Map<String, String> values = new LinkedHashMap<>();
    keys.forEach(key -> values.put(key, prefix + key));
    return values;
  }

  private static List<String> read(List<KeyValue<String, String>> values) {
    return values.stream().map(value -> value.getValueOrElse("nil")).toList();
  }

  /**
   * Starts a change, sends commands at the moment, lets the change go on, and gives the replies.
   */
  private <T> List<T> at(
      Moment moment, Function<RedisAsyncCommands<String, String>, List<RedisFuture<T>>> commands)
      throws Exception {
    scripts.hold("open_in");
    final Migration migration = client.changeTo(after);
    Fleet.awaitPhase(migration, Phase.HOLD);
    List<RedisFuture<T>> replies =
        moment == Moment.HELD ? commands.apply(connection.async()) : List.of();
    scripts.release("open_in");
    Fleet.awaitPhase(migration, Phase.MIGRATE);
    if (moment == Moment.OPEN_EVERY_OTHER_MOVED) {
      for (int i = 0; i < keys.size(); i += 2) {
        redis.get(keys.get(i));
      }
    }
    if (moment != Moment.HELD) {
      replies = commands.apply(connection.async());
    }
    List<T> results = new ArrayList<>();
    for (RedisFuture<T> reply : replies) {
      results.add(reply.get(10, TimeUnit.SECONDS));
    }
    migration.drain();
    assertThat(Fleet.end(migration)).isZero();
    return results;
  }

  @ParameterizedTest
  @EnumSource
  void mgetGivesEveryValueInTheCallersOrder(Moment moment) throws Exception {
    keys.add("absent");

    List<List<KeyValue<String, String>>> replies = at(moment, r -> List.of(r.mget(all())));

    List<String> expected = new ArrayList<>(values("value of ").values());
    expected.set(expected.size() - 1, "nil");
    assertThat(read(replies.get(0))).isEqualTo(expected);
    assertThat(read(redis.mget(all()))).isEqualTo(expected);
  }

  @ParameterizedTest
  @EnumSource
  void msetReplacesEveryValueForGood(Moment moment) throws Exception {
    List<String> replies = at(moment, r -> List.of(r.mset(values("new "))));

    assertThat(replies).containsExactly("OK");
    assertThat(read(redis.mget(all()))).containsExactlyElementsOf(values("new ").values());
  }

  @ParameterizedTest
  @EnumSource
  void countsAreExact(Moment moment) throws Exception {
    String[] gone = {keys.get(0), keys.get(2), keys.get(5), keys.get(7), keys.get(8), "absent"};

    List<Long> replies =
        at(
            moment,
            r ->
                List.of(
                    r.exists(all()), r.touch(all()), r.del(gone), r.unlink(gone), r.exists(all())));

    assertThat(replies).containsExactly(12L, 12L, 5L, 0L, 7L);
    for (String key : gone) {
      assertThat(redis.get(key)).isNull();
    }
    assertThat(redis.exists(all())).isEqualTo(7);
    assertThat(redis.del(all())).isEqualTo(7);
  }

  @Test
  void aNewerValueThanThatOfTheHeldCommandWins() throws Exception {
    at(
        Moment.HELD,
        r ->
            List.of(
                r.mset(values("first ")), r.mset(values("second ")), r.set(keys.get(1), "third")));

    Map<String, String> expected = values("second ");
    expected.put(keys.get(1), "third");
    assertThat(read(redis.mget(all()))).containsExactlyElementsOf(expected.values());
  }
}
