package dev.cress.memcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.cress.memcached.error.NodeOverloadedException;
import dev.cress.memcached.error.NodeUnavailableException;
import dev.cress.memcached.error.OutcomeUnknownException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import net.spy.memcached.ConnectionObserver;
import net.spy.memcached.MemcachedNode;
import net.spy.memcached.internal.BulkFuture;
import net.spy.memcached.internal.OperationFuture;
import net.spy.memcached.ops.OperationCallback;
import net.spy.memcached.ops.OperationStatus;
import net.spy.memcached.protocol.BaseOperationImpl;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A node that cannot be reached costs its own keys and nothing else. */
final class NodeFailureIT {

  private static final Duration AT_ONCE = Duration.ofMillis(500);

  private Fleet fleet;
  private CressMemcachedClient client;

  @BeforeEach
  void connect() {
    fleet = new Fleet(3);
    client = fleet.builder().operationTimeout(Duration.ofSeconds(1)).opQueueMax(1_000).build();
  }

  @AfterEach
  void close() {
    client.shutdown();
    fleet.close();
  }

  private String keyOf(String node) {
    return Fleet.keyOf(client, node);
  }

  private boolean isActive(String name) {
    String port = ":" + fleet.node(name).port();
    return client.getAvailableServers().stream()
        .anyMatch(address -> address.toString().endsWith(port));
  }

  private static ExecutionException failureOf(Future<?> future) {
    try {
      future.get();
    } catch (ExecutionException e) {
      return e;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    throw new AssertionError("the operation did not fail");
  }

  private static Throwable reasonOf(Future<?> future) {
    Throwable spys = Objects.requireNonNull(failureOf(future).getCause());
    return Objects.requireNonNull(spys.getCause());
  }

  @Test
  void aDeadNodeFailsItsOwnKeysAtOnceAndNoOthers() throws Exception {
    fleet.server("b").kill();
    await().until(() -> !isActive("b"));

    long start = System.nanoTime();
    OperationFuture<Boolean> lost = client.set(keyOf("b"), 0, "x");
    assertThat(reasonOf(lost))
        .isInstanceOf(NodeUnavailableException.class)
        .hasMessage("node b is not connected; the operation was not sent");
    assertThatThrownBy(() -> client.get(keyOf("b"))).hasStackTraceContaining("node b");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(AT_ONCE);

    assertThat(client.set(keyOf("a"), 0, "x").get()).isTrue();
    assertThat(client.get(keyOf("a"))).isEqualTo("x");
    assertThat(lost.getStatus().isSuccess()).isFalse();
  }

  @Test
  void nothingIsWrittenToAnotherNodeInPlaceOfADeadOne() throws Exception {
    String key = keyOf("b");
    fleet.server("b").kill();
    await().until(() -> !isActive("b"));

    reasonOf(client.set(key, 0, "x"));
    assertThatThrownBy(() -> client.getBulk(key, keyOf("a"))).hasStackTraceContaining("node b");

    assertThat(fleet.on("a").get(key)).isNull();
    assertThat(fleet.on("c").get(key)).isNull();
    assertThat(client.getNodeLocator().getSequence(key)).isExhausted();
    assertThat(client.getNodeLocator().getPrimary(key).isActive()).isFalse();
  }

  @Test
  void aReadOfSeveralKeysGivesWhatTheOtherNodesHave() throws Exception {
    List<String> keys = IntStream.range(0, 100).mapToObj(i -> "key:" + i).toList();
    for (String key : keys) {
      client.set(key, 0, key).get();
    }
    fleet.server("b").kill();
    await().until(() -> !isActive("b"));

    BulkFuture<Map<String, Object>> read = client.asyncGetBulk(keys);

    assertThat(reasonOf(read)).hasStackTraceContaining("node b is not connected");
    assertThat(read.getSome(1, TimeUnit.SECONDS).keySet())
        .containsExactlyInAnyOrderElementsOf(
            keys.stream().filter(key -> !client.ownerOf(key).name().equals("b")).toList());
    assertThat(read.isTimeout()).isFalse();
  }

  /** It answers, so it is not silent, but always too late. */
  @Test
  void aNodeThatIsAlwaysTooLateIsConnectedAnew() throws Exception {
    CressMemcachedClient hasty = fleet.builder().operationTimeout(Duration.ofMillis(100)).build();
    CountDownLatch lost = new CountDownLatch(1);
    hasty.addObserver(new LossObserver(lost));
    String key = keyOf("b");
    fleet.proxy("b").delay(Duration.ofMillis(300));
    List<Future<Object>> gets = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      gets.add(hasty.asyncGet(key));
    }

    for (Future<Object> get : gets) {
      assertThatThrownBy(() -> get.get(1, TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);
    }

    assertThat(lost.await(5, TimeUnit.SECONDS)).isTrue();
    hasty.shutdown();
  }

  private record LossObserver(CountDownLatch lost) implements ConnectionObserver {
    @Override
    public void connectionEstablished(SocketAddress address, int reconnectCount) {}

    @Override
    public void connectionLost(SocketAddress address) {
      lost.countDown();
    }
  }

  @Test
  void aNodeThatComesBackServesAgain() throws Exception {
    fleet.server("b").kill();
    await().until(() -> !isActive("b"));

    fleet.server("b").restart();
    await().until(() -> isActive("b"));

    assertThat(client.set(keyOf("b"), 0, "x").get()).isTrue();
  }

  @Test
  void aClientStartsWhileNodesAreDown() throws Exception {
    fleet.server("b").kill();
    CressMemcachedClient late = fleet.builder().build();
    try {
      assertThat(late.set(keyOf("a"), 0, "x").get()).isTrue();
      assertThat(reasonOf(late.set(keyOf("b"), 0, "x")))
          .isInstanceOf(NodeUnavailableException.class);

      fleet.server("b").restart();
      await().until(() -> late.getAvailableServers().size() == 3);
      assertThat(late.set(keyOf("b"), 0, "x").get()).isTrue();
    } finally {
      late.shutdown();
    }
  }

  @Test
  void aLostReplyIsAnUnknownOutcomeAndNotSentAgain() throws Exception {
    String counter = keyOf("b");
    client.set(counter, 0, "0").get();
    fleet.proxy("b").cutAfterReplyBytes(0);

    assertThat(reasonOf(client.asyncIncr(counter, 1))).isInstanceOf(OutcomeUnknownException.class);

    await().until(() -> isActive("b"));
    assertThat(client.get(counter)).isEqualTo("1");
  }

  @Test
  void aFrozenNodeTakesSoManyOperationsAndNoCallerWaits() throws Exception {
    CressMemcachedClient patient =
        fleet.builder().operationTimeout(Duration.ofMinutes(1)).opQueueMax(1_000).build();
    String key = keyOf("b");
    fleet.server("b").pause();
    List<Future<Boolean>> sets = new ArrayList<>();

    long slowest = 0;
    for (int i = 0; i < 20_000; i++) {
      long start = System.nanoTime();
      sets.add(patient.set(key, 0, "x"));
      slowest = Math.max(slowest, System.nanoTime() - start);
    }

    assertThat(Duration.ofNanos(slowest)).isLessThan(AT_ONCE);
    long refused = sets.stream().filter(Future::isDone).count();
    assertThat(refused).isGreaterThanOrEqualTo(19_000);
    assertThat(reasonOf(sets.get(19_999))).isInstanceOf(NodeOverloadedException.class);
    assertThat(patient.set(keyOf("a"), 0, "x").get()).isTrue();
    patient.shutdown();
  }

  /** Callers that do not wait for their futures do not count time-outs. */
  @Test
  void aFrozenNodeIsDroppedThoughNobodyWaits() throws Exception {
    String key = keyOf("b");
    fleet.server("b").pause();
    Future<Boolean> silent = client.set(key, 0, "x");

    await().atMost(Duration.ofSeconds(8)).until(() -> !isActive("b"));
    assertThat(failureOf(silent)).rootCause().hasMessageContaining("silent");
    long start = System.nanoTime();
    assertThat(reasonOf(client.set(key, 0, "x"))).isInstanceOf(NodeUnavailableException.class);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(AT_ONCE);

    fleet.server("b").resume();
    await().atMost(Duration.ofSeconds(20)).until(() -> isActive("b"));
    assertThat(client.set(key, 0, "y").get()).isTrue();
  }

  /** Nobody would end a socket that waits for a silent server, were it not for the shutdown. */
  @Test
  void aClosedClientLeavesNoThreadThoughAServerIsSilent() {
    fleet.add("silent");
    fleet.server("silent").pause();
    CressMemcachedClient waiting = fleet.builder().operationTimeout(Duration.ofMinutes(1)).build();
    await().until(() -> hasThread("silent"));

    waiting.shutdown();

    await().until(() -> !hasThread("silent"));
  }

  private static boolean hasThread(String node) {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals("cress-memcached-" + node));
  }

  @Test
  void aThreadThatDiesIsReplaced() throws Exception {
    String key = keyOf("b");
    client.set(key, 0, "x").get();

    client.getConnection().enqueueOperation(key, new Lethal());

    await()
        .atMost(Duration.ofSeconds(10))
        .untilAsserted(() -> assertThat(client.asyncGet(key).get()).isEqualTo("x"));
    assertThat(client.set(keyOf("a"), 0, "x").get()).isTrue();
  }

  /** Gives spymemcached nothing to write, which its thread does not survive. */
  private static final class Lethal extends BaseOperationImpl {
    Lethal() {
      setCallback(
          new OperationCallback() {
            @Override
            public void receivedStatus(OperationStatus status) {}

            @Override
            public void complete() {}
          });
    }

    @Override
    public void initialize() {}

    @Override
    public void readFromBuffer(ByteBuffer data) {}

    @Override
    public byte[] getErrorMsg() {
      return new byte[0];
    }
  }

  @Test
  void aBroadcastDoesNotWaitForADeadNode() {
    fleet.server("b").kill();
    await().until(() -> !isActive("b"));

    long start = System.nanoTime();
    Map<?, String> versions = client.getVersions();
    Map<?, Map<String, String>> stats = client.getStats();

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(AT_ONCE);
    assertThat(versions).hasSize(2);
    assertThat(stats.values()).filteredOn(Map::isEmpty).hasSize(1);
    assertThat(stats).hasSize(3);
  }

  @Test
  void aFlushThatMissesANodeFails() throws Exception {
    assertThat(client.flush().get()).isTrue();
    fleet.server("b").kill();
    await().until(() -> !isActive("b"));

    OperationFuture<Boolean> flush = client.flush();

    assertThatThrownBy(flush::get).hasMessageContaining("node b");
    assertThat(flush.getStatus().isSuccess()).isFalse();
  }

  @Test
  void handlesCannotBeWrittenThrough() {
    MemcachedNode node = client.getNodeLocator().getPrimary("key");

    assertThatThrownBy(() -> node.addOp(new Lethal()))
        .isInstanceOf(UnsupportedOperationException.class);
  }
}
