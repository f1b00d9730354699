package dev.cress.memcached;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.cress.hash.HashTag;
import dev.cress.migration.Migration;
import dev.cress.migration.MigrationPolicy;
import dev.cress.migration.MigrationPolicy.PreviousOwnerFailure;
import dev.cress.node.NodeSet;
import dev.cress.selector.Placement;
import dev.cress.selector.Selector;
import dev.cress.selector.Selectors;
import dev.cress.topology.Topology;
import dev.cress.topology.TopologySource;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/**
 * Two servers, {@code o} and {@code n}, and three clients that share one source: {@code leader}
 * leads the changes and always keeps to the protocol, {@code c1} and {@code c2} use the cache. A
 * change moves keys from {@code o} to {@code n}; keys move when they are touched, and all others
 * when the change is {@link #finish finished}.
 */
final class Scene implements AutoCloseable {

  private static final Selector SELECTOR = Selectors.rendezvous();

  private final Fleet fleet = new Fleet(0);
  private final List<TestClient> clients = new CopyOnWriteArrayList<>();
  final DirectServer o = server("o");
  final DirectServer n = server("n");
  final NodeSet both = fleet.nodeSet();
  final NodeSet first = both.without("n");
  final TopologySource source = TopologySource.inMemory(first, SELECTOR);
  final TestClient leader;
  final TestClient c1;
  final TestClient c2;
  private final Variant variant;

  /** A scene that begins with {@code o} alone; {@link #open} adds {@code n}. */
  Scene(Variant variant) {
    this.variant = variant;
    this.leader = join(Variant.STANDARD);
    this.c1 = join();
    this.c2 = join();
  }

  private DirectServer server(String name) {
    fleet.add(name);
    return new DirectServer(name, fleet.server(name));
  }

  /** Keys move when touched; a held call is never taken for a silent server. */
  private static MigrationPolicy policy() {
    return MigrationPolicy.builder()
        .mode(MigrationPolicy.Mode.LAZY)
        .patience(Duration.ofSeconds(30))
        .previousOwnerFailure(PreviousOwnerFailure.TREAT_AS_MISS)
        .previousOwnerTimeout(Duration.ofSeconds(30))
        .build();
  }

  /** Waits by asking often; fails after 10 seconds. */
  static ConditionFactory await() {
    return Awaitility.await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(5));
  }

  /** The answer to an operation; fails after 10 seconds. */
  static <T> T answer(Future<T> future) throws Exception {
    return future.get(10, TimeUnit.SECONDS);
  }

  /** One more client. */
  TestClient join() {
    return join(variant);
  }

  private TestClient join(Variant itsVariant) {
    TestClient client = new TestClient(source, itsVariant, policy());
    clients.add(client);
    return client;
  }

  /** Those that are not closed. */
  List<TestClient> clients() {
    return clients.stream().filter(TestClient::isOpen).toList();
  }

  /** Keys that move from {@code o} to {@code n}. */
  List<String> keys(int count) {
    Placement after = SELECTOR.place(both, HashTag.NONE);
    return Stream.iterate(0, i -> i + 1)
        .map(i -> "key" + i)
        .filter(key -> after.owner(key.getBytes(UTF_8)).name().equals("n"))
        .limit(count)
        .toList();
  }

  String key() {
    return keys(1).get(0);
  }

  /** A key that moves, with a value for a minute. */
  String keyWith(String value) {
    String key = key();
    o.store(key, value, 0, 60);
    return key;
  }

  /** Starts the change to both nodes and waits until all clients take part in its window. */
  Migration open() {
    long version = source.current().version() + 1;
    Migration migration = change(both);
    clients().forEach(client -> client.awaitTopology(Topology.Migrating.class, version));
    return migration;
  }

  /** Asks for a change. */
  Migration change(NodeSet nodes) {
    return leader.cache().changeTo(nodes);
  }

  /** Ends a window by a drain, in all clients, and returns how many keys were lost. */
  long finish(Migration migration) throws Exception {
    migration.drain();
    long lost = migration.completion().get(20, TimeUnit.SECONDS);
    long version = source.current().version();
    clients().forEach(client -> client.awaitTopology(Topology.Stable.class, version));
    return lost;
  }

  @Override
  public void close() {
    clients.forEach(TestClient::close);
    fleet.close();
  }
}
