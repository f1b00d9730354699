package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.redis.internal.command.CommandKind;
import dev.cress.redis.internal.command.CommandTable;
import dev.cress.testservers.TestNode;
import io.lettuce.core.MapScanCursor;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.ScoredValueScanCursor;
import io.lettuce.core.ValueScanCursor;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.models.stream.ClaimedMessages;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One script of calls gives the same replies on one server through plain Lettuce and on a sharded
 * set of servers.
 */
class CommandParityIT {

  private static final List<List<Step>> CHAPTERS =
      List.of(
          ScalarScript.STRINGS,
          ScalarScript.KEYS,
          ScalarScript.SCRIPTS,
          CollectionScript.HASHES,
          CollectionScript.LISTS,
          CollectionScript.SETS,
          CollectionScript.SORTED_SETS,
          CollectionScript.PLACES_AND_SKETCHES,
          CollectionScript.streams());

  /** Enough for each of three nodes to own some of the keys. */
  private static final int KEYS = 8;

  /** Commands of Redis 6.2 that only end a connection. */
  private static final Set<String> HTTP_TRAPS = Set.of("HOST:", "POST");

  private static Shards shards;
  private static RedisClient plain;
  private static StatefulRedisConnection<String, String> single;

  @BeforeAll
  static void start() {
    shards = new Shards(4);
    TestNode reference = shards.server("d");
    plain = RedisClient.create(RedisURI.create(reference.host(), reference.port()));
    single = plain.connect();
  }

  @AfterAll
  static void stop() {
    plain.shutdown();
    shards.close();
  }

  static Stream<Arguments> formsAndNodes() {
    return Stream.of(ApiForm.values())
        .flatMap(form -> IntStream.of(1, 3).mapToObj(nodes -> Arguments.of(form, nodes)));
  }

  @ParameterizedTest
  @MethodSource("formsAndNodes")
  void repliesAreThoseOfASingleServer(ApiForm form, int nodes) {
    CressRedisClientBuilder builder =
        CressRedisClient.builder().nodes(first(nodes)).cluster("nodes-" + nodes);
    try (CressRedisClient client = builder.build()) {
      StatefulRedisConnection<String, String> sharded = client.connect();
      Set<String> owners = new TreeSet<>();
      for (int i = 0; i < KEYS; i++) {
        String key = form + ":" + nodes + ":" + i;
        IntStream.range(0, CHAPTERS.size())
            .forEach(chapter -> owners.add(client.ownerOf(key + ":" + chapter).name()));

        List<String> expected = play(form, single, key);
        List<String> actual = play(form, sharded, key);

        for (int step = 0; step < expected.size(); step++) {
          assertThat(actual.get(step)).as("step %d", step).isEqualTo(expected.get(step));
        }
      }
      assertThat(owners).hasSize(nodes);
    }
  }

  @Test
  void everySingleKeyCommandOfTheServerIsInTheScript() {
    String info = single.sync().info("server");
    assumeTrue(
        info.contains("redis_version:7.0.") || info.contains("redis_version:6.2."),
        "the script has the commands of Redis 7.0; this server may have more");
    CommandTable table = CommandTable.load();
    Set<String> played =
        CHAPTERS.stream()
            .flatMap(List::stream)
            .map(
                step -> table.spec(ApiForm.captured(step.call(), "k", plain.getResources())).name())
            .collect(Collectors.toSet());

    Set<String> missing =
        single.sync().command().stream()
            .map(entry -> String.valueOf(((List<?>) entry).get(0)).toUpperCase(Locale.ROOT))
            .filter(name -> !HTTP_TRAPS.contains(name))
            .filter(name -> kind(table, name) == CommandKind.SINGLE_KEY)
            .filter(name -> !played.contains(name))
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(missing).isEmpty();
  }

  /** The first argument that is marked as a key decides, so a module's commands work. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UNTYPED")
  void anUnknownCommandGoesToTheNodeOfItsKey(ApiForm form) {
    try (CressRedisClient client =
        CressRedisClient.builder().nodes(first(3)).cluster("unknown").build()) {
      Step unknown = Step.raw("NOSUCHCOMMAND first k");

      String reply = reply(form, client.connect(), unknown, "key");

      assertThat(reply).contains("ERR unknown command").contains("first").contains("key");
    }
  }

  @ParameterizedTest
  @EnumSource
  void anUnknownCommandWithoutAKeyIsRefused(ApiForm form) {
    try (CressRedisClient client =
        CressRedisClient.builder().nodes(first(3)).cluster("unknown").build()) {
      Step unknown = Step.raw("NOSUCHCOMMAND 1 2");

      String reply = reply(form, client.connect(), unknown, "key");

      assertThat(reply).startsWith("dev.cress.node.RoutingException: NOSUCHCOMMAND is not");
    }
  }

  private static CommandKind kind(CommandTable table, String name) {
    return table
        .spec(ApiForm.captured(Step.raw(name + " k").call(), "k", plain.getResources()))
        .kind();
  }

  private static NodeSet first(int count) {
    return NodeSet.of(shards.names().stream().limit(count).map(shards::node).toArray(Node[]::new));
  }

  private static List<String> play(
      ApiForm form, StatefulRedisConnection<String, String> connection, String key) {
    List<String> replies = new ArrayList<>();
    for (int chapter = 0; chapter < CHAPTERS.size(); chapter++) {
      for (Step step : CHAPTERS.get(chapter)) {
        String reply = reply(form, connection, step, key + ":" + chapter);
        replies.add(
            ApiForm.captured(step.call(), key, plain.getResources()).getType() + ": " + reply);
      }
    }
    return replies;
  }

  private static String reply(
      ApiForm form, StatefulRedisConnection<String, String> connection, Step step, String key) {
    try {
      Object reply = form.call(connection, step.call(), key);
      return switch (step.compared()) {
        case EXACTLY -> text(reply);
        case UNORDERED -> sorted(reply);
        case TYPE -> reply == null ? "null" : reply.getClass().getSimpleName();
      };
    } catch (Throwable e) {
      return e.toString();
    }
  }

  private static String sorted(@Nullable Object reply) {
    return reply instanceof Collection<?> elements
        ? elements.stream().map(CommandParityIT::text).sorted().toList().toString()
        : text(reply);
  }

  private static String text(@Nullable Object reply) {
    if (reply instanceof byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    }
    if (reply instanceof Collection<?> elements) {
      return elements.stream().map(CommandParityIT::text).toList().toString();
    }
    if (reply instanceof ScanCursor cursor) {
      return cursor.getCursor() + " " + cursor.isFinished() + " " + content(cursor);
    }
    if (reply instanceof ClaimedMessages<?, ?> claimed) {
      return claimed.getId() + " " + claimed.getMessages();
    }
    return String.valueOf(reply);
  }

  private static String content(ScanCursor cursor) {
    if (cursor instanceof MapScanCursor<?, ?> map) {
      return map.getMap().toString();
    }
    if (cursor instanceof ScoredValueScanCursor<?> scored) {
      return scored.getValues().toString();
    }
    return cursor instanceof ValueScanCursor<?> values ? values.getValues().toString() : "?";
  }
}
