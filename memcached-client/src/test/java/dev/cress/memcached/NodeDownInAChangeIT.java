package dev.cress.memcached;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.cress.memcached.error.NodeUnavailableException;
import dev.cress.memcached.internal.connection.NodeConnection;
import dev.cress.memcached.internal.migration.ServerCalls;
import dev.cress.memcached.internal.operation.MetaOperation;
import dev.cress.migration.Migration;
import dev.cress.migration.MigrationEvent;
import dev.cress.migration.MigrationEvent.Kind;
import dev.cress.migration.MigrationPolicy;
import dev.cress.migration.MigrationPolicy.PreviousOwnerFailure;
import dev.cress.node.NodeSet;
import dev.cress.topology.Phase;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A window between a previous owner, {@code a}, and an owner, {@code b}, one of which is down. */
final class NodeDownInAChangeIT {

  private static final int USUAL_SECONDS = 10;
  private static final int BREAKER_FAILURES = 5;
  private static final int ABSENT = -2;

  private final Fleet fleet = new Fleet(2);
  private final NodeSet both = fleet.nodeSet();
  private final List<String> keys = Fleet.keysOf(both, "b").limit(10).toList();
  private final String key = keys.get(0);
  private final List<MigrationEvent> events = new CopyOnWriteArrayList<>();
  private final Takes takes = new Takes();

  @SuppressWarnings("NullAway.Init") // set by open, which each test begins with
  private CressMemcachedClient client;

  @SuppressWarnings("NullAway.Init") // set by open, which each test begins with
  private Migration migration;

  @AfterEach
  void close() {
    client.shutdown();
    fleet.close();
  }

  /** Fills the keys at the previous owner and opens a window that moves what is touched. */
  private void open(MigrationPolicy.Builder policy) throws Exception {
    client =
        CressMemcachedClient.builder()
            .nodes(both.without("b"))
            .migration(
                policy
                    .mode(MigrationPolicy.Mode.LAZY)
                    .previousOwnerTimeout(Duration.ofMillis(200))
                    .build())
            .onMigrationEvent(events::add)
            .calls(takes)
            .build();
    for (String each : keys) {
      client.set(each, 0, "old").get();
    }
    migration = client.changeTo(both);
    await().until(() -> migration.progress().phase() == Phase.MIGRATE);
    await().until(() -> client.ownerOf(key).name().equals("b"));
  }

  private static MigrationPolicy.Builder missing() {
    return MigrationPolicy.builder().previousOwnerFailure(PreviousOwnerFailure.TREAT_AS_MISS);
  }

  private static MigrationPolicy.Builder failing() {
    return MigrationPolicy.builder().previousOwnerFailure(PreviousOwnerFailure.FAIL);
  }

  private long end() throws Exception {
    migration.drain();
    return migration.completion().get(15, TimeUnit.SECONDS);
  }

  @Test
  void aFrozenPreviousOwnerIsAMissAndNothingOldComesBackWithIt() throws Exception {
    open(missing());
    fleet.proxy("a").blackHole();

    assertThat(client.get(key)).isNull();
    fleet.proxy("a").heal();

    assertThat(client.get(key)).isNull();
    assertThat(end()).isZero();
    assertThat(client.get(key)).isNull();
    assertThat(fleet.on("a").get(key)).isNull();
  }

  @Test
  void whatCountedAsAMissAndWasDeletedSinceStaysAwayWhenThePreviousOwnerIsBack() throws Exception {
    open(missing());
    fleet.proxy("a").refuse();
    assertThat(client.get(key)).isNull();
    client.set(key, 0, "new").get();
    assertThat(client.delete(key).get()).isTrue();
    fleet.proxy("a").heal();

    assertThat(end()).isZero();

    assertThat(client.get(key)).isNull();
    assertThat(fleet.on("a").get(key)).isNull();
    assertThat(client.get(keys.get(1))).isEqualTo("old");
  }

  @Test
  void whatCountedAsAMissIsAnOrdinaryKeySoonAfterTheWindow() throws Exception {
    open(missing());
    fleet.proxy("a").refuse();
    assertThat(client.get(key)).isNull();
    assertThat(secondsLeft(key)).isGreaterThan(USUAL_SECONDS);
    fleet.proxy("a").heal();

    assertThat(end()).isZero();

    await().until(() -> secondsLeft(key) <= USUAL_SECONDS);
    assertThat(client.get(key)).isNull();
    assertThat(client.add(key, 0, "new").get()).isTrue();
    assertThat(client.get(key)).isEqualTo("new");
  }

  @Test
  void aPreviousOwnerThatRefusesIsAMissAndWritesGoOn() throws Exception {
    open(missing());
    fleet.proxy("a").refuse();

    assertThat(client.get(key)).isNull();
    assertThat(client.set(keys.get(1), 0, "new").get()).isTrue();
    assertThat(client.incr(keys.get(2), 1)).isEqualTo(-1);
    fleet.proxy("a").heal();

    assertThat(end()).isZero();
    assertThat(client.get(key)).isNull();
    assertThat(client.get(keys.get(1))).isEqualTo("new");
    assertThat(client.get(keys.get(2))).isNull();
    assertThat(client.get(keys.get(3))).isEqualTo("old");
  }

  @Test
  void aFrozenPreviousOwnerFailsOperationsAndIsNotAskedAfterFive() throws Exception {
    open(failing());
    fleet.proxy("a").blackHole();

    for (String each : keys.subList(0, BREAKER_FAILURES)) {
      assertUnavailable(each, "a");
    }
    int asked = takes.count.get();
    List<String> others = keys.subList(BREAKER_FAILURES, keys.size());
    others.forEach(each -> assertUnavailable(each, "a"));

    assertThat(asked).isEqualTo(BREAKER_FAILURES);
    assertThat(takes.count.get() - asked).isLessThan(others.size());
    assertThat(secondsLeft(key)).isEqualTo(ABSENT);
    fleet.proxy("a").heal();
    assertThat(end()).isZero();
    assertThat(others).anyMatch(each -> "old".equals(client.get(each)));
  }

  @Test
  void theWindowEndsThoughThePreviousOwnerIsGoneForGood() throws Exception {
    open(missing().windowEnd(Duration.ofSeconds(1)));
    fleet.server("a").kill();

    assertThat(end()).isZero();

    assertThat(events)
        .filteredOn(event -> event.kind() == Kind.PREVIOUS_OWNER_UNAVAILABLE)
        .allMatch(event -> event.node().equals("a"))
        .anyMatch(event -> event.detail().contains("lost and not counted"));
    assertThat(client.get(key)).isNull();
    assertThat(client.set(key, 0, "new").get()).isTrue();
  }

  @Test
  void anOwnerThatIsDownFailsOperationsAndNothingIsTakenFromThePreviousOne() throws Exception {
    open(missing());
    fleet.proxy("b").refuse();
    await().until(() -> client.getNodeLocator().getAll().stream().anyMatch(n -> !n.isActive()));

    assertUnavailable(key, "b");
    assertThatThrownBy(() -> client.set(key, 0, "new").get())
        .hasStackTraceContaining(NodeUnavailableException.class.getName());

    assertThat(takes.count.get()).isZero();
    assertThat(fleet.on("a").get(key)).isEqualTo("old");
    fleet.proxy("b").heal();
    await().ignoreExceptions().until(() -> "old".equals(client.get(key)));
    assertThat(end()).isZero();
  }

  private void assertUnavailable(String each, String node) {
    assertThatThrownBy(() -> client.asyncGet(each).get())
        .hasStackTraceContaining(NodeUnavailableException.class.getName())
        .hasStackTraceContaining("node " + node);
  }

  /** How long the owner keeps what it has under a key; {@link #ABSENT} if that is nothing. */
  private int secondsLeft(String each) throws IOException {
    var server = fleet.server("b");
    try (Socket socket = new Socket(server.host(), server.port())) {
      socket.getOutputStream().write(("mg " + each + " t\r\n").getBytes(UTF_8));
      String reply =
          new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8)).readLine();
      return reply.startsWith("HD t") ? Integer.parseInt(reply.substring(4)) : ABSENT;
    }
  }

  /** Counts how often a previous owner is asked for a value. */
  private static final class Takes implements ServerCalls {
    final AtomicInteger count = new AtomicInteger();

    @Override
    public <R> CompletionStage<R> call(Step step, NodeConnection node, MetaOperation<R> operation) {
      count.addAndGet(step == Step.TAKE ? 1 : 0);
      return DIRECT.call(step, node, operation);
    }
  }
}
