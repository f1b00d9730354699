package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.migration.Migration;
import dev.cress.node.NodeSet;
import dev.cress.topology.Phase;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** In an open window only the first touch of a changed key costs more than one command. */
class CostInTheWindowIT {

  private static final List<String> SERVERS = List.of("a", "b", "c");

  private final Fleet fleet = new Fleet();
  private final NodeSet two = fleet.nodes("a", "b");
  private final NodeSet three = fleet.nodes("a", "b", "c");
  private final CressRedisClient client =
      CressRedisClient.builder().nodes(two).migration(Fleet.lazy()).build();
  private final RedisCommands<String, String> redis = client.connect().sync();
  private final List<String> unchanged = new ArrayList<>();
  private final List<String> changed = new ArrayList<>();

  @BeforeEach
  void openTheWindow() {
    unchanged.addAll(Fleet.keys(two, "a", three, "a", 25));
    unchanged.addAll(Fleet.keys(two, "b", three, "b", 25));
    changed.addAll(Fleet.keys(two, "a", three, "c", 25));
    changed.addAll(Fleet.keys(two, "b", three, "c", 25));
    for (int i = 0; i < 50; i += 2) {
      redis.set(unchanged.get(i), "value");
      redis.set(changed.get(i), "value");
    }
    Migration migration = client.changeTo(three);
    Fleet.awaitPhase(migration, Phase.MIGRATE);
    SERVERS.forEach(server -> fleet.at(server).configResetstat());
  }

  @AfterEach
  void stop() {
    client.shutdown();
    fleet.close();
  }

  private long calls(String command) {
    return SERVERS.stream().mapToLong(server -> fleet.calls(server, command)).sum();
  }

  @Test
  void aHitOrAMissOnAnUnchangedKeyIsOneCommand() {
    for (int i = 0; i < 50; i++) {
      assertThat(redis.get(unchanged.get(i))).isEqualTo(i % 2 == 0 ? "value" : null);
    }

    assertThat(calls("get")).isEqualTo(50);
    assertThat(calls("evalsha") + calls("eval") + calls("exists") + calls("dump")).isZero();
    assertThat(fleet.calls("c", "get")).isZero();
  }

  @Test
  void aChangedKeyThatWasTouchedIsOneCommandToo() {
    for (int i = 0; i < 50; i++) {
      assertThat(redis.get(changed.get(i))).isEqualTo(i % 2 == 0 ? "value" : null);
    }
    assertThat(fleet.calls("c", "evalsha")).isGreaterThanOrEqualTo(100);
    SERVERS.forEach(server -> fleet.at(server).configResetstat());

    for (int i = 0; i < 50; i++) {
      assertThat(redis.strlen(changed.get(i))).isEqualTo(i % 2 == 0 ? 5 : 0);
    }

    assertThat(fleet.calls("c", "strlen")).isEqualTo(50);
    assertThat(calls("strlen")).isEqualTo(50);
    assertThat(calls("restore") + calls("dump")).isZero();
  }

  @Test
  void theFirstTouchIsAProbeAReadAndAnAdoption() {
    assertThat(redis.strlen(changed.get(0))).isEqualTo(5);

    assertThat(fleet.calls("a", "dump")).isOne();
    assertThat(fleet.calls("c", "restore")).isOne();
    assertThat(fleet.calls("c", "strlen")).isOne();
    assertThat(calls("strlen")).isOne();
  }
}
