package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cress.history.LinearizabilityChecker;
import dev.cress.history.Operation;
import dev.cress.history.Recorder;
import dev.cress.migration.Migration;
import dev.cress.migration.MigrationPolicy;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.selector.Selectors;
import dev.cress.testservers.TestNode;
import dev.cress.testservers.TestServers;
import dev.cress.topology.Topology;
import dev.cress.topology.TopologySource;
import io.lettuce.core.KillArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Two clients that share each change work on the same keys from several threads while the node set
 * grows, shrinks and is weighted anew; the recorded history of every key must be linearizable.
 */
class TortureIT {

  private static final int KEYS = 400;
  private static final int THREADS_PER_CLIENT = 3;
  private static final long OPERATIONS_PER_WINDOW = 6_000;

  private final TestServers servers = TestServers.start();
  private final Recorder recorder = new Recorder();
  private final AtomicBoolean stopped = new AtomicBoolean();
  private final List<TortureThread> threads = new ArrayList<>();
  private final List<CressRedisClient> clients = new ArrayList<>();
  private NodeSet all = NodeSet.of();

  @BeforeEach
  void startServers() {
    all = NodeSet.of(node("a"), node("b"), node("c"), node("d"));
  }

  private Node node(String name) {
    TestNode server = servers.redis();
    return Node.of(name, server.host(), server.port());
  }

  @AfterEach
  void stop() {
    stopped.set(true);
    threads.forEach(TortureThread::awaitEnd);
    clients.forEach(CressRedisClient::shutdown);
    servers.close();
  }

  @Test
  void historiesAreLinearizableThroughEveryKindOfChange() {
    startClients(MigrationPolicy.Mode.LAZY);

    changesUnderLoad(window -> {});

    assertThat(threads).allSatisfy(thread -> assertThat(thread.failures()).isEmpty());
    check();
  }

  @Test
  void historiesAreLinearizableWhenConnectionsAreCutInTheWindow() {
    startClients(MigrationPolicy.Mode.LAZY);

    changesUnderLoad(window -> cutConnections());

    check();
  }

  @Test
  void historiesAreLinearizableWhileTheDrainRuns() {
    startClients(MigrationPolicy.Mode.LAZY_AND_BACKGROUND);

    changesUnderLoad(window -> {});

    assertThat(threads).allSatisfy(thread -> assertThat(thread.failures()).isEmpty());
    check();
  }

  /* What becomes of commands while a previous owner is silent is not asked here: a busy one is not. */
  private void startClients(MigrationPolicy.Mode mode) {
    MigrationPolicy policy =
        MigrationPolicy.builder().mode(mode).previousOwnerTimeout(Duration.ofSeconds(10)).build();
    TopologySource source = TopologySource.inMemory(set("a", "b", "c"), Selectors.rendezvous());
    for (int c = 0; c < 2; c++) {
      CressRedisClient client =
          CressRedisClient.builder().topology(source).migration(policy).build();
      clients.add(client);
      for (int t = 0; t < THREADS_PER_CLIENT; t++) {
        TortureThread thread =
            new TortureThread(client.connect().sync(), recorder, threads.size(), KEYS, stopped);
        threads.add(thread);
        thread.start();
      }
    }
  }

  private NodeSet set(String... names) {
    return NodeSet.of(List.of(names).stream().map(this::known).toList());
  }

  private Node known(String name) {
    return all.find(name).orElseThrow();
  }

  private void changesUnderLoad(Consumer<NodeSet> inWindow) {
    Node b = known("b");
    Node heavy = Node.builder("b").address(b.host(), b.port()).weight(3).build();
    List<NodeSet> walk =
        List.of(
            set("a", "b", "c", "d"),
            set("b", "c", "d"),
            set("a", "b", "c", "d").with(heavy),
            set("a", "d"),
            set("a", "b", "c"));
    int leader = 0;
    for (NodeSet next : walk) {
      changeUnderLoad(clients.get(leader), next, inWindow);
      leader = 1 - leader;
    }
  }

  private void changeUnderLoad(CressRedisClient leader, NodeSet next, Consumer<NodeSet> inWindow) {
    Migration migration = leader.changeTo(next);
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                migration.completion().isDone() || leader.topology() instanceof Topology.Migrating);
    inWindow.accept(next);
    awaitOperations(operations() + OPERATIONS_PER_WINDOW);
    migration.drain();
    assertThat(migration.completion().orTimeout(60, TimeUnit.SECONDS).join()).isZero();
  }

  private long operations() {
    return threads.stream().mapToLong(TortureThread::operations).sum();
  }

  private void awaitOperations(long count) {
    await().atMost(Duration.ofMinutes(2)).until(() -> operations() >= count);
  }

  private void cutConnections() {
    for (Node node : clients.get(0).topology().nodes()) {
      try (StatefulRedisConnection<String, String> admin =
          clients.get(0).connectNode(node.name())) {
        admin.sync().clientKill(KillArgs.Builder.typeNormal().skipme());
      }
    }
  }

  private void check() {
    stopped.set(true);
    threads.forEach(TortureThread::awaitEnd);
    List<Operation> history = recorder.history();
    assertThat(history.size()).isGreaterThan((int) (5 * OPERATIONS_PER_WINDOW));
    LinearizabilityChecker.strict().check(history).orFail();
  }
}
