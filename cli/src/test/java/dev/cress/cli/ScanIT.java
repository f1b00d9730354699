package dev.cress.cli;

import static dev.cress.cli.Run.cress;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.redis.CressRedisClient;
import dev.cress.testservers.TestNode;
import dev.cress.testservers.TestServers;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A sample of the keys that live on real servers. */
final class ScanIT {

  private static final TestServers SERVERS = TestServers.start();
  private static final int KEYS = 5_000;

  private static NodeSet nodes = NodeSet.of();

  /** Keys go to their owners; every tenth is large. */
  @BeforeAll
  static void fill() {
    nodes =
        NodeSet.of(
            IntStream.range(0, 3)
                .mapToObj(i -> SERVERS.redis())
                .map(server -> Node.of("n" + server.port(), server.host(), server.port()))
                .toList());
    try (CressRedisClient client = CressRedisClient.builder().nodes(nodes).build();
        StatefulRedisConnection<String, String> connection = client.connect()) {
      for (int i = 0; i < KEYS; i++) {
        connection.sync().set("key:" + i, "v".repeat(i % 10 == 0 ? 1_000 : 10));
      }
    }
  }

  @AfterAll
  static void stop() {
    SERVERS.close();
  }

  private static JsonNode scan(String... more) throws Exception {
    List<String> args =
        new ArrayList<>(
            List.of("plan", "--from=" + nodes, "--to=" + nodes + ", z=h:1", "--scan", "--json"));
    args.addAll(List.of(more));
    return Run.json(args.toArray(String[]::new));
  }

  @Test
  void allKeysAreSeenWithTheirSizes() throws Exception {
    JsonNode plan = scan();

    assertThat(plan.get("measuredBy").asText()).isEqualTo("scan");
    assertThat(plan.get("keys").asInt()).isEqualTo(KEYS);
    assertThat(plan.get("keysNotOnTheirOwner").asInt()).isZero();
    assertThat(plan.get("exact").asBoolean()).isTrue();
    assertThat(plan.get("standardError").asDouble()).isZero();
    assertThat(plan.get("movedFraction").asDouble())
        .as("five standard deviations of a share of 5,000 keys")
        .isCloseTo(0.25, within(0.031));
    JsonNode bytes = plan.get("byBytes");
    assertThat(bytes.get("exact").asBoolean()).isTrue();
    assertThat(bytes.get("movedFraction").asDouble())
        .as("as if of 500 keys, since the large ones have nearly all bytes")
        .isCloseTo(0.25, within(0.097));
    assertThat(plan.get("bytes").asLong()).isGreaterThan(KEYS / 10 * 1_000L + KEYS * 10L);
  }

  @Test
  void aSampleIsTakenFromAllNodesInProportion() throws Exception {
    JsonNode plan = scan("--samples", "600");

    assertThat(plan.get("keys").asInt()).isBetween(600, 603);
    // With two keys of each node that mark whose it is.
    assertThat(plan.get("keysOnNodes").asInt()).isBetween(KEYS, KEYS + 6);
    for (int i = 0; i < 3; i++) {
      assertThat(plan.get("nodes").get(i).get("before").asDouble())
          .isCloseTo(1 / 3.0, within(0.04));
    }
  }

  @Test
  void theReportSaysWhetherAllKeysWereSeen() {
    String[] command = {"plan", "--from=" + nodes, "--to=" + nodes + ", z=h:1", "--scan"};

    cress(command)
        .assertPrinted(
            "of the keys move (exactly).",
            "of the bytes move (exactly).",
            "Shares of all 5000 keys on the nodes now with");
    cress(command[0], command[1], command[2], command[3], "--samples=600")
        .assertPrinted(
            "of the keys move (estimated, with a standard error of", "Shares of a sample of 60");
  }

  /** Nearly all keys are then on another node, but each is looked at. */
  @Test
  void aKeyWithoutAnOwnerIsLeftOut() throws Exception {
    Node node = nodes.get(0);
    String[] command = {"--from-selector=phpredis-array-algorithm-crc32b", "--database=1"};
    RedisClient client =
        RedisClient.create(RedisURI.Builder.redis(node.host(), node.port()).build());
    try (StatefulRedisConnection<String, String> connection = client.connect()) {
      connection.sync().select(1);
      connection.sync().set("{}", "v");
      cress("plan", "--from=" + nodes, "--to=" + nodes, "--scan", command[0], command[1])
          .assertFailed(1, "no key of the nodes has an owner: selector phpredis-array");
      connection.sync().set("a", "v");

      JsonNode plan = scan(command);

      assertThat(plan.get("keys").asInt()).isEqualTo(1);
      assertThat(plan.get("keysWithoutOwner").asInt()).isEqualTo(1);
      assertThat(plan.get("exact").asBoolean()).isTrue();
      connection.sync().flushdb();
    } finally {
      client.shutdown();
    }
  }

  @Test
  void aServerOfAnotherKindIsNamed() {
    var memcached = SERVERS.memcached();

    cress("plan", "--from=m=127.0.0.1:" + memcached.port(), "--to=" + nodes, "--scan")
        .assertFailed(1, "node m at", "cannot be asked: it does not answer as Redis does; see");
  }

  @Test
  void keysThatAreNotOnTheirOwnerTellOfAnotherSelector() throws Exception {
    JsonNode plan = scan("--from-selector", "modulo");

    assertThat(plan.get("keysNotOnTheirOwner").asInt()).isBetween(KEYS / 2, KEYS * 4 / 5);
  }

  @Test
  void aDatabaseWithoutKeysIsAFailure() {
    cress("plan", "--from=" + nodes, "--to=" + nodes, "--scan", "--database=3")
        .assertFailed(1, "have no key in database 3");
  }

  @Test
  void thePasswordIsTheFirstLineOfAFileAndIsNotPrinted(@TempDir Path dir) throws Exception {
    TestNode server = SERVERS.redis("--requirepass", "open sesame");
    String locked = "locked=" + server.host() + ":" + server.port();
    String[] plan = {"plan", "--from=" + locked, "--to=" + locked + ",z=h:1", "--scan", "--json"};
    Path right = Files.writeString(dir.resolve("right"), "open sesame\n");
    Path wrong = Files.writeString(dir.resolve("wrong"), "open barley\n");
    RedisURI uri =
        RedisURI.builder()
            .withHost(server.host())
            .withPort(server.port())
            .withPassword("open sesame".toCharArray())
            .build();
    try (RedisClient client = RedisClient.create(uri)) {
      client.connect().sync().set("key", "value");
    }

    assertThat(Run.json(with(plan, "--password-file=" + right)).get("keys").asInt()).isEqualTo(1);

    Run refused = cress(with(plan, "--password-file=" + wrong, "--verbose"));
    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.err())
        .contains("node locked", "WRONGPASS", "--password-file", "\tat ")
        .doesNotContain("barley");
    cress(plan).assertFailed(1, "node locked", "NOAUTH", "--password-file");
  }

  /** As of {@code --password-file <(pass redis)}: what it holds can be read once. */
  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void thePasswordFileOfAllNodesIsReadOnce(@TempDir Path dir) throws Exception {
    TestNode one = SERVERS.redis("--requirepass", "open sesame");
    TestNode two = SERVERS.redis("--requirepass", "open sesame");
    String locked = "one=%s:%d,two=%s:%d".formatted(one.host(), one.port(), two.host(), two.port());
    Path pipe = dir.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    String writes =
        "trap '' PIPE; echo open sesame > \"$0\"; while :; do echo open barley > \"$0\"; done";
    Process writer = new ProcessBuilder("sh", "-c", writes, pipe.toString()).start();
    try {
      cress("plan", "--from=" + locked, "--to=" + locked, "--scan", "--password-file=" + pipe)
          .assertFailed(1, "the nodes of --from have no key in database 0");
    } finally {
      writer.destroyForcibly().waitFor();
    }
  }

  @Test
  void aServerThatRepeatsThePasswordDoesNotGetItPrinted(@TempDir Path dir) throws Exception {
    TestNode server =
        SERVERS.redis("--rename-command", "HELLO", "h", "--rename-command", "AUTH", "a");
    String node = "odd=" + server.host() + ":" + server.port();
    Path password = Files.writeString(dir.resolve("password"), "open-sesame");

    Run refused =
        cress(
            "plan",
            "--from=" + node,
            "--to=" + node,
            "--scan",
            "--verbose",
            "--password-file=" + password);

    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.err()).contains("node odd", "ERR unknown command").doesNotContain("sesame");
  }

  private static String[] with(String[] args, String... more) {
    return Stream.of(args, more).flatMap(Stream::of).toArray(String[]::new);
  }

  @Test
  void aPasswordFileThatCannotBeReadIsAFailure(@TempDir Path dir) throws Exception {
    Path empty = Files.createFile(dir.resolve("empty"));

    cress("plan", "--from=" + nodes, "--to=" + nodes, "--scan", "--password-file=" + empty)
        .assertFailed(1, "the password file", "has no first line");
    cress("plan", "--from=" + nodes, "--to=" + nodes, "--scan", "--password-file=" + dir + "/no")
        .assertFailed(1, "the password file", "cannot be read: there is no such file");
    Path bytes = Files.write(dir.resolve("bytes"), new byte[] {(byte) 0xff, '\n'});
    cress("plan", "--from=" + nodes, "--to=" + nodes, "--scan", "--password-file=" + bytes)
        .assertFailed(1, "the password file", "cannot be read: it is no text in UTF-8");
  }

  @Test
  void aUserThatTheServerRefusesIsAFailure() {
    cress("plan", "--from=" + nodes, "--to=" + nodes, "--scan", "--user=nobody")
        .assertFailed(1, "node n", "cannot be asked", "see --user");
  }
}
