package dev.cress.memcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cress.memcached.internal.migration.ServerCalls.Step;
import dev.cress.migration.Migration;
import dev.cress.migration.MigrationPolicy;
import dev.cress.node.NodeSet;
import dev.cress.selector.Selectors;
import dev.cress.topology.Phase;
import dev.cress.topology.Topology;
import dev.cress.topology.TopologySource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two clients of one source, of which one is closed in the middle of a change. */
final class SharedSourceIT {

  private static final int KEYS = 500;
  private static final Duration LONGER_THAN_A_LEASE = Duration.ofSeconds(8);

  private final Fleet fleet = new Fleet(3);
  private final NodeSet three = fleet.nodeSet();
  private final TopologySource source =
      TopologySource.inMemory(three.without("c"), Selectors.rendezvous());
  private final List<String> moving = Fleet.keysOf(three, "c").limit(2).toList();
  private final Map<String, Object> written = new TreeMap<>();

  @SuppressWarnings("NullAway.Init") // set by start, which each test begins with
  private CressMemcachedClient leader;

  @SuppressWarnings("NullAway.Init") // set by start, which each test begins with
  private CressMemcachedClient other;

  private void start(HeldCalls ofTheLeader, HeldCalls ofTheOther) throws Exception {
    leader = client(ofTheLeader);
    other = client(ofTheOther);
    for (int i = 0; i < KEYS; i++) {
      written.put("key:" + i, "value " + i);
      leader.set("key:" + i, 0, "value " + i).get();
    }
    assertThat(other.getBulk(written.keySet())).isEqualTo(written);
  }

  private CressMemcachedClient client(HeldCalls calls) {
    return CressMemcachedClient.builder()
        .topology(source)
        .operationTimeout(LONGER_THAN_A_LEASE)
        .migration(
            MigrationPolicy.builder()
                .mode(MigrationPolicy.Mode.LAZY)
                .previousOwnerTimeout(LONGER_THAN_A_LEASE)
                .build())
        .calls(calls)
        .build();
  }

  private Migration open() {
    Migration migration = leader.changeTo(three);
    await().until(() -> migration.progress().phase() == Phase.MIGRATE);
    return migration;
  }

  private static void assertAll(CressMemcachedClient client, Map<String, Object> values) {
    assertThat(client.getBulk(values.keySet())).isEqualTo(values);
  }

  @AfterEach
  void close() {
    leader.shutdown();
    other.shutdown();
    fleet.close();
  }

  @Test
  void bothFindEveryKeyWhileItMovesAndAfterIt() throws Exception {
    start(new HeldCalls(Step.RELEASE), new HeldCalls(Step.RELEASE));

    Migration migration = open();
    assertAll(other, written);
    assertAll(leader, written);
    migration.drain();
    assertThat(migration.completion().get(20, TimeUnit.SECONDS)).isZero();

    assertAll(leader, written);
    assertAll(other, written);
  }

  @Test
  void aClientThatIsClosedTakesAlongNothingButTheValueInItsHands() throws Exception {
    HeldCalls puts = new HeldCalls(Step.PUT);
    start(new HeldCalls(Step.RELEASE), puts);

    Migration migration = open();
    String lost = moving.get(0);
    Future<Object> unused = other.asyncGet(lost);
    puts.awaitHeld();
    other.shutdown();
    puts.release();
    migration.drain();

    assertThat(migration.completion().get(20, TimeUnit.SECONDS)).isZero();
    assertThat(unused).isNotNull();
    assertThat(leader.get(lost)).isNull();
    written.remove(lost);
    assertAll(leader, written);
  }

  @Test
  void theOtherClientGoesOnWithTheChangeOfALeaderThatIsClosed() throws Exception {
    HeldCalls takes = new HeldCalls(Step.TAKE);
    start(takes, new HeldCalls(Step.RELEASE));

    open();
    Future<Object> unused = leader.asyncGet(moving.get(1));
    takes.awaitHeld();
    leader.shutdown();

    await()
        .atMost(Duration.ofSeconds(15))
        .until(() -> other.topology() instanceof Topology.Stable stable && stable.version() == 2);
    assertThat(unused).isNotNull();
    assertAll(other, written);
    assertThat(fleet.on("c").get(moving.get(1))).isEqualTo(written.get(moving.get(1)));
    takes.release();
    assertAll(other, written);
  }
}
