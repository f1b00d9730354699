package dev.cress.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cress.migration.Migration;
import dev.cress.migration.MigrationPolicy;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.selector.Placement;
import dev.cress.selector.Selectors;
import dev.cress.testservers.TestNode;
import dev.cress.testservers.TestServers;
import dev.cress.topology.Phase;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/** Real servers by name, a plain connection to each, and what tests of a change ask of them. */
final class Fleet implements AutoCloseable {

  private final TestServers servers = TestServers.start();
  private final RedisClient plain = RedisClient.create();
  private final Map<String, TestNode> byName = new HashMap<>();
  private final Map<String, RedisCommands<String, String>> connections = new HashMap<>();

  /**
   * The default policy, but for time-outs that also hold on a machine whose processors are busy
   * with other things. For tests that are not about time-outs.
   */
  static MigrationPolicy.Builder policy() {
    return MigrationPolicy.builder()
        .patience(Duration.ofSeconds(10))
        .previousOwnerTimeout(Duration.ofSeconds(10));
  }

  static MigrationPolicy lazy() {
    return policy().mode(MigrationPolicy.Mode.LAZY).build();
  }

  /** The server of that name, started on first use. */
  TestNode server(String name) {
    return byName.computeIfAbsent(name, unused -> servers.redis());
  }

  Node node(String name) {
    return Node.of(name, server(name).host(), server(name).port());
  }

  NodeSet nodes(String... names) {
    return NodeSet.of(Arrays.stream(names).map(this::node).toList());
  }

  /** A plain connection to a server, for looking and for setting up. */
  RedisCommands<String, String> at(String name) {
    TestNode server = server(name);
    return connections.computeIfAbsent(
        name, unused -> plain.connect(RedisURI.create(server.host(), server.port())).sync());
  }

  /** How many calls of a command a server has counted. */
  long calls(String name, String command) {
    Matcher matcher =
        Pattern.compile("cmdstat_" + command + ":calls=(\\d+)")
            .matcher(at(name).info("commandstats"));
    return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
  }

  /** Redis has functions and shard channels since 7.0. */
  static void assumeRedis7(TestNode node) {
    assumeTrue(isRedis7(node), "Redis " + node.version() + " has no functions or shard channels");
  }

  static boolean isRedis7(TestNode node) {
    return !node.version().startsWith("6.");
  }

  /** Keys whose owner is {@code from} before a change and {@code to} after it. */
  static List<String> keys(NodeSet before, String from, NodeSet after, String to, int count) {
    Placement old = Selectors.rendezvous().place(before);
    Placement next = Selectors.rendezvous().place(after);
    List<String> keys = new ArrayList<>();
    for (int i = 0; keys.size() < count; i++) {
      byte[] key = ("key" + i).getBytes(UTF_8);
      if (old.owner(key).name().equals(from) && next.owner(key).name().equals(to)) {
        keys.add("key" + i);
      }
    }
    return keys;
  }

  /** The name of a key's owner. */
  static String owner(NodeSet nodes, String key) {
    return Selectors.rendezvous().place(nodes).owner(key.getBytes(UTF_8)).name();
  }

  static void awaitPhase(Migration migration, Phase phase) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> migration.progress().phase() == phase || migration.completion().isDone());
    if (migration.progress().phase() != phase) {
      throw new AssertionError("the change ended before " + phase + ": " + migration.completion());
    }
  }

  /** The keys that a change has lost. */
  static long end(Migration migration) throws Exception {
    return migration.completion().get(30, TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    plain.shutdown(0, 1, TimeUnit.SECONDS);
    servers.close();
  }
}
