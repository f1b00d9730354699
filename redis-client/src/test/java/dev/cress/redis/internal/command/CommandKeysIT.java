package dev.cress.redis.internal.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cress.node.RoutingException;
import dev.cress.testservers.TestNode;
import dev.cress.testservers.TestServers;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.KeyListOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.RedisCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Our keys against the keys that a real server finds, by {@code COMMAND GETKEYS}. */
class CommandKeysIT {

  private static final Path CAPTURED = CommandTableGenerator.SOURCES.resolve("redis-7.0.tsv");

  /** Commands with options and many keys, and those whose keys no key specification tells. */
  private static final List<String> LONGER =
      List.of(
          "SORT k BY nosort LIMIT 0 5 GET # ALPHA STORE dst",
          "SORT k STORE dst DESC",
          "SORT_RO k BY nosort GET #",
          "GEORADIUS g 1 2 3 m STORE a",
          "GEORADIUS g 1 2 3 m STOREDIST a",
          "GEORADIUSBYMEMBER g m 3 m STORE a",
          "XREAD COUNT 2 STREAMS a b c 0 0 0",
          "XREADGROUP GROUP g c COUNT 1 STREAMS a b > >",
          "EVAL script 3 a b c arg arg",
          "EVALSHA_RO sha 1 a arg",
          "FCALL f 2 a b c",
          "ZUNIONSTORE d 3 a b c WEIGHTS 1 2 3 AGGREGATE MAX",
          "ZINTER 2 a b WITHSCORES",
          "SINTERCARD 2 a b LIMIT 1",
          "LMPOP 2 a b LEFT COUNT 2",
          "ZMPOP 2 a b MIN",
          "BITOP NOT d a",
          "BITFIELD k GET u8 0",
          "MSETNX a 1 b 2 c 3",
          "COPY a b REPLACE",
          "XGROUP CREATECONSUMER s g c",
          "XINFO CONSUMERS s g",
          "OBJECT FREQ k",
          "MEMORY USAGE k SAMPLES 5",
          "SET k v PX 10 NX GET",
          "PFCOUNT a b c",
          "MGET a a b");

  private static TestServers servers;
  private static TestNode node;
  private static RedisClient client;
  private static StatefulRedisConnection<String, String> connection;

  private final CommandTable table = CommandTable.load();

  @BeforeAll
  static void start() {
    servers = TestServers.start();
    node = servers.redis();
    client = RedisClient.create(RedisURI.create(node.host(), node.port()));
    connection = client.connect();
  }

  @AfterAll
  static void stop() {
    client.shutdown();
    servers.close();
  }

  /** Redis has key specifications since 7.0; older servers find keys by simpler rules. */
  private static void assumeKeySpecs() {
    assumeTrue(
        !node.version().startsWith("6."), "Redis " + node.version() + " has no key specifications");
  }

  @Test
  void theCapturedCommandsAreThoseOfTheServer() throws IOException {
    assumeTrue(
        node.version().startsWith("7.0."),
        "the capture is of Redis 7.0, this server is " + node.version());

    String captured = CommandCapture.capture(node.host(), node.port());

    assertThat(withoutHeader(captured)).isEqualTo(withoutHeader(Files.readString(CAPTURED)));
  }

  /**
   * A command without a row is sent by its first argument, which may be no key. Redis 6 has no
   * commands that later servers lack.
   */
  @Test
  void everyCommandOfTheServerHasARow() {
    assumeKeySpecs();
    List<String> names =
        withoutHeader(CommandCapture.capture(node.host(), node.port()))
            .lines()
            .map(line -> line.split("[\t|]", -1)[0])
            .distinct()
            .toList();

    assertThat(names).hasSizeGreaterThan(200).isSubsetOf(table.specs().keySet());
  }

  /** For each command of the server with keys: the fewest arguments it takes, and a few more. */
  @Test
  void keysOfEveryCommandAreThoseTheServerFinds() {
    assumeKeySpecs();
    Map<String, String> wrong = new TreeMap<>();
    Set<String> missed = new TreeSet<>();
    Set<String> compared = new TreeSet<>();
    for (String line :
        withoutHeader(CommandCapture.capture(node.host(), node.port())).lines().toList()) {
      String[] row = line.split("\t", -1);
      for (String[] words : samples(row)) {
        boolean answered = difference(words, wrong);
        (answered ? compared : missed).add(row[0]);
      }
    }
    missed.removeAll(compared);

    assertThat(wrong).isEmpty();
    assertThat(missed).as("commands whose keys the server did not tell").isEmpty();
    assertThat(compared).as("commands compared").hasSizeGreaterThan(150);
  }

  @ParameterizedTest
  @FieldSource("LONGER")
  void keysOfLongerCommandsAreThoseTheServerFinds(String words) {
    assumeKeySpecs();
    Map<String, String> wrong = new TreeMap<>();

    boolean compared = difference(words.split(" ", -1), wrong);

    assertThat(wrong).isEmpty();
    assertThat(compared).as("the server answered").isTrue();
  }

  /** Notes a difference; returns whether the server could answer. */
  private boolean difference(String[] words, Map<String, String> wrong) {
    List<String> expected;
    try {
      expected = serverKeys(words);
    } catch (RedisCommandExecutionException e) {
      return false;
    }
    RedisCommand<?, ?, ?> command =
        Commands.raw(words[0], Arrays.copyOfRange(words, 1, words.length));
    List<String> found = ourKeys(command);
    if (!found.equals(expected)) {
      wrong.put(String.join(" ", words), "server " + expected + ", we " + found);
    }
    return true;
  }

  private List<String> ourKeys(RedisCommand<?, ?, ?> command) {
    try {
      return Commands.text(table.spec(command).keys(command));
    } catch (RoutingException e) {
      return List.of();
    }
  }

  private static List<String> serverKeys(String... words) {
    RedisCommands<String, String> redis = connection.sync();
    CommandArgs<String, String> args = new CommandArgs<>(StringCodec.UTF8).add("GETKEYS");
    Arrays.asList(words).forEach(args::add);
    return redis.dispatch(CommandType.COMMAND, new KeyListOutput<>(StringCodec.UTF8), args);
  }

  private List<String[]> samples(String[] row) {
    List<String[]> samples = new ArrayList<>();
    String name = row[0].split("\\|", -1)[0];
    CommandKind kind = table.spec(Commands.raw(name)).kind();
    // A channel is no key to a server.
    if (row[3].isEmpty() || kind == CommandKind.REJECTED || kind == CommandKind.CHANNEL) {
      return samples;
    }
    LONGER.stream()
        .map(words -> words.split(" ", -1))
        .filter(words -> words[0].equals(name))
        .forEach(samples::add);
    if (row[3].contains("unknown")) {
      assertThat(samples).as(name + " in LONGER").isNotEmpty();
      return samples;
    }
    int arity = Math.abs(Integer.parseInt(row[1]));
    for (int more = 0; more < (row[1].startsWith("-") ? 5 : 1); more++) {
      samples.add(sample(row, arity + more));
    }
    return samples;
  }

  /** Words of a command, with a number of keys or a keyword where its key specs want one. */
  private static String[] sample(String[] row, int count) {
    List<String> words = new ArrayList<>(List.of(row[0].split("\\|", -1)));
    while (words.size() < count) {
      words.add("w" + words.size());
    }
    for (String text : row[3].split("; ", -1)) {
      KeySpec spec = KeySpec.parse(text.substring(text.indexOf(']') + 2));
      if (spec.counted()) {
        words.set(spec.start() + spec.last(), "1");
      } else if (spec.keyword() != null && spec.start() > 0 && spec.start() < words.size() - 1) {
        words.set(spec.start(), spec.keyword());
      }
    }
    return words.toArray(new String[0]);
  }

  private static String withoutHeader(String text) {
    return Stream.of(text.split("\n", -1))
        .filter(line -> !line.startsWith("#") && !line.isEmpty())
        .collect(Collectors.joining("\n"));
  }
}
