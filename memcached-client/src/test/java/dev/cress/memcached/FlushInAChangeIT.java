package dev.cress.memcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.cress.memcached.internal.migration.ServerCalls.Step;
import dev.cress.migration.Migration;
import dev.cress.migration.MigrationPolicy;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import dev.cress.selector.Selectors;
import dev.cress.testservers.FaultProxy;
import dev.cress.topology.Phase;
import dev.cress.topology.TopologySource;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import net.spy.memcached.internal.OperationFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A flush leaves no value of before, wherever values are when it comes. */
final class FlushInAChangeIT {

  private final Fleet fleet = new Fleet(2);
  private final NodeSet both = fleet.nodeSet();
  private final TopologySource source =
      TopologySource.inMemory(both.without("b"), Selectors.rendezvous());
  private final FaultProxy wayOfTheFlush = new FaultProxy(fleet.server("a"));
  private final HeldCalls puts = new HeldCalls(Step.PUT);
  private final String key = Fleet.keysOf(both, "b").findFirst().orElseThrow();
  private CressMemcachedClient mover;
  private CressMemcachedClient flusher;

  @BeforeEach
  void start() throws Exception {
    MigrationPolicy lazy = MigrationPolicy.lazy();
    mover = CressMemcachedClient.builder().topology(source).migration(lazy).calls(puts).build();
    flusher =
        CressMemcachedClient.builder()
            .topology(source)
            .operationTimeout(Duration.ofSeconds(10))
            .resolver(this::resolve)
            .build();
    assertThat(mover.set(key, 0, "old").get()).isTrue();
  }

  @AfterEach
  void close() {
    puts.release();
    mover.shutdown();
    flusher.shutdown();
    wayOfTheFlush.close();
    fleet.close();
  }

  private InetSocketAddress resolve(Node node) {
    int port = node.name().equals("a") ? wayOfTheFlush.port() : node.port();
    return new InetSocketAddress(node.host(), port);
  }

  private Migration open() {
    Migration migration = mover.changeTo(both);
    await().until(() -> migration.progress().phase() == Phase.MIGRATE);
    await().until(() -> flusher.topology().version() == mover.topology().version());
    return migration;
  }

  @Test
  void aValueThatWasTakenBeforeItIsGone() throws Exception {
    open();
    Future<Object> read = mover.asyncGet(key);
    puts.awaitHeld();

    assertThat(flusher.flush().get()).isTrue();
    puts.release();

    assertThat(read.get()).isNull();
    assertThat(mover.get(key)).isNull();
    assertThat(fleet.on("a").get(key)).isNull();
  }

  @Test
  void aValueThatComesFromANodeBehindItToOneBeforeItIsGone() throws Exception {
    open();
    fleet.on("b").set("mark", 0, "x").get();
    wayOfTheFlush.blackHole();
    OperationFuture<Boolean> flush = flusher.flush();
    await().until(() -> fleet.on("b").get("mark") == null);
    Future<Object> read = mover.asyncGet(key);
    puts.awaitHeld();

    wayOfTheFlush.heal();
    assertThat(flush.get()).isTrue();
    puts.release();

    assertThat(read.get()).isNull();
    assertThat(mover.get(key)).isNull();
    assertThat(fleet.on("a").get(key)).isNull();
  }

  @Test
  void aNodeOfEitherSetThatIsMissedFailsIt() {
    open();
    wayOfTheFlush.refuse();

    assertThatThrownBy(() -> flusher.flush().get()).hasMessageContaining("node a");
  }

  @Test
  void aDelayedOneReachesTheNodeThatJoinsMeanwhile() throws Exception {
    puts.release();
    assertThat(mover.flush(2).get()).isTrue();
    Migration migration = mover.changeTo(both);
    migration.drain();
    migration.completion().get(10, TimeUnit.SECONDS);
    assertThat(mover.ownerOf(key).name()).isEqualTo("b");

    await().atMost(Duration.ofSeconds(10)).until(() -> mover.get(key) == null);
  }
}
