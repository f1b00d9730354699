package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cress.migration.Migration;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client can do whose user may not call some command that a change needs. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PermissionsIT {

  private static final String PASSWORD = "secret";

  private static final String APPLICATION = "~app:* +hset +hget ";

  private final Fleet fleet = new Fleet();
  private final NodeSet one = fleet.nodes("a");
  private final NodeSet two = fleet.nodes("a", "b");

  @AfterAll
  void stop() {
    fleet.close();
  }

  @BeforeEach
  void everythingIsAllowed() {
    grant("a", "~* +@all");
    grant("b", "~* +@all");
  }

  @AfterEach
  void empty() {
    fleet.at("a").flushall();
    fleet.at("b").flushall();
  }

  private void grant(String server, String rules) {
    CommandArgs<String, String> args =
        new CommandArgs<>(StringCodec.UTF8).add("SETUSER").add("app").add("reset").add("on");
    args.add(">" + PASSWORD);
    for (String rule : rules.split(" ", -1)) {
      args.add(rule);
    }
    fleet.at(server).dispatch(CommandType.ACL, new StatusOutput<>(StringCodec.UTF8), args);
  }

  private static RedisURI asUser(Node node) {
    return RedisURI.builder()
        .withHost(node.host())
        .withPort(node.port())
        .withAuthentication("app", PASSWORD.toCharArray())
        .build();
  }

  private CressRedisClient client() {
    return CressRedisClient.builder()
        .nodes(one)
        .uri(PermissionsIT::asUser)
        .migration(Fleet.policy().build())
        .build();
  }

  private static void assertServes(RedisCommands<String, String> redis) {
    redis.hset("hash", "field", "value");
    assertThat(redis.hget("hash", "field")).isEqualTo("value");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "INFO, -info",
    "DBSIZE, -dbsize",
    "SCAN, -scan",
    "TIME, -time",
    "CLIENT|LIST, -client +client|setname +client|kill",
    "CLIENT|KILL, -client +client|setname +client|list",
    "CLIENT|SETNAME, -client +client|list +client|kill",
    "EVALSHA, -evalsha",
    "EVAL, -eval",
    "EXISTS, -exists",
    "SET, -set",
    "GET, -get",
    "PTTL, -pttl",
    "MEMORY, -memory",
    "DUMP, -dump",
    "RESTORE, -restore",
    "UNLINK, -unlink",
    "ZADD, -zadd",
    "ZSCORE, -zscore",
    "ZREMRANGEBYSCORE, -zremrangebyscore",
    "ZCOUNT, -zcount"
  })
  void aMissingCommandIsNamedBeforeAnythingChanges(String command, String rule) {
    fleet.at("a").scriptFlush();
    grant("a", "~* +@all " + rule);
    try (CressRedisClient client = client()) {
      RedisCommands<String, String> redis = client.connect().sync();
      assertServes(redis);
      String fences = fleet.at("a").get("__cress__:out") + fleet.at("a").get("__cress__:in");

      Migration migration = client.changeTo(two);

      assertThatThrownBy(() -> Fleet.end(migration))
          .hasStackTraceContaining("commands that this user may not call: a: " + command)
          .satisfies(e -> assertThat(e.getCause()).hasMessageEndingWith(" " + command));
      assertThat(client.topology().version()).isEqualTo(1);
      assertThat(client.topology().nodes()).isEqualTo(one);
      assertThat(fleet.at("a").get("__cress__:out") + fleet.at("a").get("__cress__:in"))
          .isEqualTo(fences);
      assertThat(fleet.at("b").dbsize()).isZero();
      assertServes(redis);
    }
  }

  @Test
  void whatIsMissingOnTheJoiningNodeIsNamedToo() {
    grant("b", "~* +@all -restore -dump");
    try (CressRedisClient client = client()) {
      assertServes(client.connect().sync());

      assertThatThrownBy(() -> Fleet.end(client.changeTo(two)))
          .hasStackTraceContaining("may not call: b: DUMP RESTORE");
    }
  }

  @Test
  void aUserWithoutOurKeysIsToldSo() {
    grant("a", "~app:* +@all");
    try (CressRedisClient client = client()) {
      client.connect().sync().hset("app:hash", "field", "value");

      assertThatThrownBy(() -> Fleet.end(client.changeTo(two)))
          .hasStackTraceContaining("may not call: a: ~__cress__:*");
    }
  }

  @Test
  void theStartWarnsAndNamesTheNode() {
    grant("a", "~* +@all -restore");

    try (Logged log = new Logged();
        CressRedisClient client = client()) {
      assertServes(client.connect().sync());

      Awaitility.await()
          .untilAsserted(
              () ->
                  assertThat(log.text())
                      .contains("WARN")
                      .contains(
                          "node a can serve but not migrate: this user may not call [RESTORE]"));
    }
  }

  /** The rules that the user guide names for a near cache. */
  @Test
  void aNearCacheNeedsWhatTheGuideSays() throws IOException {
    String guide = Files.readString(Path.of("..", "docs", "user-guide.md"));
    assertThat(guide).contains("`+client|tracking +ping` for a [near cache](#near-cache)");
    grant("a", "~app:* +get +pttl +client|setname +info +client|tracking +ping");
    try (CressRedisClient client = client();
        NearCache<String, String> near = NearCache.builder(client).build()) {
      Awaitility.await()
          .until(
              () -> {
                near.get("app:key");
                return near.statistics().hits() > 0;
              });
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"-ping", "-client"})
  void aNearCacheWhoseUserMayNotTrackWarnsOnceHoweverOftenItConnects(String rule) {
    grant("a", "~* +@all " + rule);
    fleet.at("a").configResetstat();

    try (Logged log = new Logged();
        CressRedisClient client = client();
        NearCache<String, String> near = NearCache.builder(client).build()) {
      Awaitility.await().until(() -> log.text().contains("does not track keys"));
      Awaitility.await().until(() -> connections() > 5);
      near.get("key");

      assertThat(near.statistics().hits()).isZero();
      assertThat(log.text()).containsOnlyOnce("node a does not track keys for a near cache");
    }
  }

  private long connections() {
    return fleet
        .at("a")
        .info("stats")
        .lines()
        .filter(line -> line.startsWith("total_connections_received:"))
        .mapToLong(line -> Long.parseLong(line.split(":", 2)[1]))
        .findFirst()
        .orElseThrow();
  }

  /** The rules that the user guide tells to copy. */
  static List<String> published() throws IOException {
    String guide = Files.readString(Path.of("..", "docs", "user-guide.md"));
    Matcher block =
        Pattern.compile("### Permissions.*?```\\n(.*?)```", Pattern.DOTALL).matcher(guide);
    assertThat(block.find()).isTrue();
    return List.of(block.group(1).strip().split("\\s+", -1));
  }

  @Test
  void thePublishedPermissionsAreEnough() throws Exception {
    String rules = APPLICATION + String.join(" ", published());
    grant("a", rules);
    grant("b", rules);
    try (CressRedisClient client = client()) {
      RedisCommands<String, String> redis = client.connect().sync();
      for (int i = 0; i < 100; i++) {
        redis.hset("app:" + i, "field", "value" + i);
      }

      assertThat(Fleet.end(client.changeTo(two))).isZero();
      for (int i = 0; i < 100; i++) {
        assertThat(redis.hget("app:" + i, "field")).isEqualTo("value" + i);
      }
      assertThat(fleet.at("b").keys("app:*")).isNotEmpty();
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("published")
  void eachOfThePublishedPermissionsIsNeeded(String rule) throws IOException {
    List<String> others = new ArrayList<>(published());
    others.remove(rule);
    fleet.at("a").scriptFlush();
    grant("a", APPLICATION + String.join(" ", others));
    try (CressRedisClient client = client()) {
      client.connect().sync().hset("app:hash", "field", "value");

      String name = rule.replace("+", "").replace("|usage", "").toUpperCase(Locale.ROOT);
      assertThatThrownBy(() -> Fleet.end(client.changeTo(two)))
          .hasStackTraceContaining("commands that this user may not call: a: ")
          .satisfies(e -> assertThat(e.getCause()).message().containsIgnoringCase(" " + name));
    }
  }
}
