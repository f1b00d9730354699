package dev.cress.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.cress.hash.HashTag;
import dev.cress.migration.Migration;
import dev.cress.migration.MigrationPolicy;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.redis.error.PartialFailureException;
import dev.cress.selector.Placement;
import dev.cress.selector.Selector;
import dev.cress.selector.Selectors;
import dev.cress.testservers.TestServers;
import dev.cress.topology.Topology;
import dev.cress.topology.TopologySource;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/**
 * Two servers, {@code o} and {@code n}, and three clients that share one source: {@code leader}
 * leads the changes, {@code c1} and {@code c2} use the cache. A change moves keys from {@code o} to
 * {@code n}; keys move when they are touched, and all others when the change is {@link #finish
 * finished}.
 */
final class Scene implements AutoCloseable {

  /** Threads that all clients share. */
  static final ClientResources RESOURCES = DefaultClientResources.create();

  private static final Selector SELECTOR = Selectors.rendezvous();

  final TestServers servers = TestServers.start();
  final DirectServer o;
  final DirectServer n;
  final NodeSet both;
  final TopologySource source;
  final TestClient leader;
  final TestClient c1;
  final TestClient c2;
  private final NodeSet first;
  private final Selector firstSelector;
  private final Variant variant;
  private final MigrationPolicy policy;

  /** A scene that begins with {@code o} alone, or with both nodes and another selector. */
  private Scene(Variant variant, MigrationPolicy policy, boolean swap, String[]... serverArgs) {
    this.variant = variant;
    this.policy = policy;
    this.o = new DirectServer("o", servers.redis(serverArgs.length > 0 ? serverArgs[0] : NONE));
    this.n = new DirectServer("n", servers.redis(serverArgs.length > 1 ? serverArgs[1] : NONE));
    this.both = NodeSet.of(o.node(), n.node());
    this.first = swap ? both : NodeSet.of(o.node());
    this.firstSelector = swap ? Selectors.modulo() : SELECTOR;
    this.source = TopologySource.inMemory(first, firstSelector);
    this.leader = join();
    this.c1 = join();
    this.c2 = join();
  }

  private static final String[] NONE = {};

  /** {@code o} alone; {@link #open} adds {@code n}. */
  static Scene growing(Variant variant) {
    return growing(variant, policy().build());
  }

  /** {@code o} alone; {@link #open} adds {@code n}. Arguments of both servers may be given. */
  static Scene growing(Variant variant, MigrationPolicy policy, String[]... serverArgs) {
    return new Scene(variant, policy, false, serverArgs);
  }

  /** Both nodes from the start; {@link #open} exchanges the selector, so keys move both ways. */
  static Scene crossing(Variant variant) {
    return new Scene(variant, policy().build(), true);
  }

  /** Keys move when touched; a held call is never taken for a silent server. */
  static MigrationPolicy.Builder policy() {
    return MigrationPolicy.builder()
        .mode(MigrationPolicy.Mode.LAZY)
        .previousOwnerTimeout(Duration.ofSeconds(30));
  }

  /** Waits by asking often; fails after 10 seconds. */
  static ConditionFactory await() {
    return Awaitility.await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(5));
  }

  /** Waits until all nodes answer. */
  static void awaitUp(RedisCommands<String, String> redis) {
    await().until(() -> isUp(redis));
  }

  private static boolean isUp(RedisCommands<String, String> redis) {
    try {
      return redis.ping().equals("PONG");
    } catch (PartialFailureException e) {
      return false;
    }
  }

  static <T> T get(RedisFuture<T> future) throws Exception {
    return future.get(20, TimeUnit.SECONDS);
  }

  /** One more client. */
  TestClient join() {
    return new TestClient(source, variant, policy);
  }

  /** Keys that the change takes from one node to the other. */
  List<String> keys(Node from, Node to, int count) {
    Placement before = firstSelector.place(first, HashTag.REDIS);
    Placement after = SELECTOR.place(both, HashTag.REDIS);
    return Stream.iterate(0, i -> i + 1)
        .map(i -> "key" + i)
        .filter(key -> before.owner(key.getBytes(UTF_8)).equals(from))
        .filter(key -> after.owner(key.getBytes(UTF_8)).equals(to))
        .limit(count)
        .toList();
  }

  /** Keys that move from {@code o} to {@code n}. */
  List<String> keys(int count) {
    return keys(o.node(), n.node(), count);
  }

  String key() {
    return keys(1).get(0);
  }

  /** A key that moves, with {@code v0} for a minute. */
  String keyWithValue() {
    String key = key();
    c1.sync().psetex(key, 60_000, "v0");
    return key;
  }

  /** Starts the change to both nodes and waits until all clients take part in its window. */
  Migration open() {
    return open(both);
  }

  Migration open(NodeSet nodes) {
    long version = source.current().version() + 1;
    Migration migration = change(nodes);
    Stream.of(leader, c1, c2).forEach(c -> c.awaitTopology(Topology.Migrating.class, version));
    return migration;
  }

  /** Asks for a change. */
  Migration change(NodeSet nodes) {
    return leader.client().changeTo(nodes, SELECTOR);
  }

  /** Ends a window, by a drain unless it ends by itself, and returns how many keys were lost. */
  static long finish(Migration migration) throws Exception {
    migration.drain();
    return migration.completion().get(20, TimeUnit.SECONDS);
  }

  /** Values of many keys, as one client reads them. */
  static List<String> values(TestClient client, List<String> keys) {
    return IntStream.range(0, keys.size())
        .mapToObj(i -> String.valueOf(client.sync().get(keys.get(i))))
        .toList();
  }

  @Override
  public void close() {
    Stream.of(c1, c2, leader).forEach(TestClient::close);
    o.close();
    n.close();
    servers.close();
  }
}
