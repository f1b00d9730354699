package dev.cress.memcached;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.cress.memcached.internal.connection.Connector;
import dev.cress.memcached.internal.connection.NodeConnection;
import dev.cress.memcached.internal.connection.NodeConnections;
import dev.cress.memcached.internal.operation.MetaArithmetic;
import dev.cress.memcached.internal.operation.MetaCount;
import dev.cress.memcached.internal.operation.MetaDelete;
import dev.cress.memcached.internal.operation.MetaGet;
import dev.cress.memcached.internal.operation.MetaItem;
import dev.cress.memcached.internal.operation.MetaOperation;
import dev.cress.memcached.internal.operation.MetaOutcome;
import dev.cress.memcached.internal.operation.MetaSet;
import dev.cress.memcached.internal.operation.MetadumpText;
import dev.cress.node.CressException;
import dev.cress.node.Node;
import dev.cress.testservers.TestNode;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import net.spy.memcached.CASResponse;
import net.spy.memcached.ops.Mutator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a move of a key from one server to another is made of. */
final class MetaOperationsIT {

  private static final byte[] KEY = "key".getBytes(UTF_8);

  private Fleet fleet;
  private NodeConnections connections;
  private NodeConnection node;

  @BeforeEach
  void connect() {
    fleet = new Fleet(1);
    connections =
        new NodeConnections(
            new Connector(
                Duration.ofSeconds(2),
                1_000,
                null,
                of -> new InetSocketAddress(of.host(), of.port())));
    node = connections.target(fleet.node("a"));
  }

  @AfterEach
  void close() {
    connections.close();
    fleet.close();
  }

  private static <T> T answer(CompletableFuture<T> reply) throws Exception {
    return reply.get(10, TimeUnit.SECONDS);
  }

  private <R> R ask(MetaOperation<R> operation) throws Exception {
    node.write(operation);
    return answer(operation.reply());
  }

  private MetaItem look() throws Exception {
    return ask(MetaGet.look(KEY));
  }

  private MetaOutcome put(String value, int seconds, long token) throws Exception {
    return ask(new MetaSet(KEY, MetaSet.Mode.SET, 0, seconds, value.getBytes(UTF_8), token));
  }

  private void store(String value, int seconds) throws Exception {
    assertThat(ask(new MetaSet(KEY, MetaSet.Mode.SET, 7, seconds, value.getBytes(UTF_8))))
        .isEqualTo(MetaOutcome.DONE);
  }

  private static void assertValue(MetaItem item, String value) {
    assertThat(item.state()).isEqualTo(MetaItem.State.PRESENT);
    assertThat(item.data()).isEqualTo(value.getBytes(UTF_8));
  }

  @Test
  void oneAskerWinsTheLeaseAndFillsIt() throws Exception {
    assertThat(look().state()).isEqualTo(MetaItem.State.ABSENT);

    MetaItem won = ask(MetaGet.lease(KEY, 5));
    MetaItem lost = ask(MetaGet.lease(KEY, 5));

    assertThat(won.state()).isEqualTo(MetaItem.State.WON);
    assertThat(won.data()).isEmpty();
    assertThat(lost.state()).isEqualTo(MetaItem.State.LEASED);
    assertThat(look().state()).isEqualTo(MetaItem.State.LEASED);
    assertThat(put("value", 0, won.token())).isEqualTo(MetaOutcome.DONE);
    assertValue(ask(MetaGet.lease(KEY, 5)), "value");
  }

  @Test
  void aTakeAnswersTheTimeThatWasLeftAndRemoves() throws Exception {
    store("value", 1_000);

    MetaItem taken = ask(MetaGet.take(KEY));

    assertValue(taken, "value");
    assertThat(taken.flags()).isEqualTo(7);
    assertThat(taken.ttl()).isBetween(900, 1_000);
    assertThat(look().state()).isEqualTo(MetaItem.State.ABSENT);
    assertThat(ask(MetaGet.take(KEY)).state()).isEqualTo(MetaItem.State.ABSENT);
  }

  @Test
  void anEmptyValueWithoutAnExpiryIsTakenToo() throws Exception {
    store("", 0);

    MetaItem taken = ask(MetaGet.take(KEY));

    assertValue(taken, "");
    assertThat(taken.ttl()).isEqualTo(-1);
    assertThat(look().state()).isEqualTo(MetaItem.State.ABSENT);
  }

  @Test
  void aTouchAnswersTheTimeThatWasLeftAndSetsAnother() throws Exception {
    store("value", 100);

    MetaItem touched = ask(MetaGet.touch(KEY, 1_000));

    assertThat(touched.ttl()).isBetween(50, 100);
    assertThat(look().ttl()).isBetween(900, 1_000);
  }

  @Test
  void aPutLosesAgainstANewerSetAndAgainstADelete() throws Exception {
    long first = ask(MetaGet.lease(KEY, 5)).token();
    store("newer", 0);
    assertThat(put("late", 0, first)).isEqualTo(MetaOutcome.EXISTS);
    assertValue(look(), "newer");

    long second = look().token();
    assertThat(ask(new MetaDelete(KEY))).isEqualTo(MetaOutcome.DONE);
    assertThat(put("late", 0, second)).isEqualTo(MetaOutcome.NOT_FOUND);
    assertThat(look().state()).isEqualTo(MetaItem.State.ABSENT);
  }

  @Test
  void modesTellWhatTheyFound() throws Exception {
    byte[] x = {'x'};
    assertThat(ask(new MetaSet(KEY, MetaSet.Mode.REPLACE, 0, 0, x)))
        .isEqualTo(MetaOutcome.NOT_STORED);
    assertThat(ask(new MetaSet(KEY, MetaSet.Mode.APPEND, 0, 0, x)))
        .isEqualTo(MetaOutcome.NOT_STORED);
    assertThat(ask(new MetaSet(KEY, MetaSet.Mode.ADD, 0, 0, x))).isEqualTo(MetaOutcome.DONE);
    assertThat(ask(new MetaSet(KEY, MetaSet.Mode.ADD, 0, 0, x))).isEqualTo(MetaOutcome.NOT_STORED);
    assertThat(ask(new MetaSet(KEY, MetaSet.Mode.REPLACE, 0, 0, x))).isEqualTo(MetaOutcome.DONE);
  }

  @Test
  void appendAndPrependCompareTheToken() throws Exception {
    store("b", 1_000);
    long old = look().token();
    MetaSet append = new MetaSet(KEY, MetaSet.Mode.APPEND, 0, 0, new byte[] {'c'}, old);
    assertThat(ask(append)).isEqualTo(MetaOutcome.DONE);

    for (MetaSet.Mode mode : List.of(MetaSet.Mode.APPEND, MetaSet.Mode.PREPEND)) {
      assertThat(ask(new MetaSet(KEY, mode, 0, 0, new byte[] {'x'}, old)))
          .isEqualTo(MetaOutcome.EXISTS);
    }
    long token = look().token();
    MetaSet prepend = new MetaSet(KEY, MetaSet.Mode.PREPEND, 0, 0, new byte[] {'a'}, token);
    assertThat(ask(prepend)).isEqualTo(MetaOutcome.DONE);

    MetaItem item = look();
    assertValue(item, "abc");
    assertThat(item.flags()).isEqualTo(7);
    assertThat(item.ttl()).isGreaterThan(900);
  }

  @Test
  void arithmeticComparesTheToken() throws Exception {
    store("10", 0);
    long old = look().token();

    assertThat(ask(new MetaArithmetic(KEY, Mutator.incr, 5, old)))
        .isEqualTo(new MetaCount(MetaOutcome.DONE, "15"));
    assertThat(ask(new MetaArithmetic(KEY, Mutator.incr, 5, old)).outcome())
        .isEqualTo(MetaOutcome.EXISTS);
    long token = look().token();
    assertThat(ask(new MetaArithmetic(KEY, Mutator.decr, 20, token)))
        .isEqualTo(new MetaCount(MetaOutcome.DONE, "0"));

    ask(new MetaDelete(KEY));
    assertThat(ask(new MetaArithmetic(KEY, Mutator.incr, 5, token)).outcome())
        .isEqualTo(MetaOutcome.NOT_FOUND);
  }

  @Test
  void arithmeticOnATextFailsWithTheServersWords() throws Exception {
    store("text", 0);
    long token = look().token();

    assertThatThrownBy(() -> ask(new MetaArithmetic(KEY, Mutator.incr, 1, token)))
        .hasCauseInstanceOf(CressException.class)
        .hasMessageContaining("non-numeric value");
    assertValue(look(), "text");
  }

  @Test
  void aDeleteComparesTheToken() throws Exception {
    store("old", 0);
    long old = look().token();
    store("new", 0);

    assertThat(ask(new MetaDelete(KEY, old))).isEqualTo(MetaOutcome.EXISTS);
    long token = look().token();
    assertThat(ask(new MetaDelete(KEY, token))).isEqualTo(MetaOutcome.DONE);
    assertThat(ask(new MetaDelete(KEY, token))).isEqualTo(MetaOutcome.NOT_FOUND);
  }

  /**
   * The new process counts its tokens from the start: the second lease may have the number 1 too.
   */
  @Test
  void aTokenDoesNotOutliveItsServer() throws Exception {
    long before = ask(MetaGet.lease(KEY, 5)).token();
    fleet.server("a").kill();
    await().until(() -> !node.isConnected());
    fleet.server("a").restart();
    await().until(node::isConnected);
    MetaItem after = ask(MetaGet.lease(KEY, 100));
    assertThat(after.state()).isEqualTo(MetaItem.State.WON);

    assertThat(put("late", 0, before)).isEqualTo(MetaOutcome.EXISTS);

    assertThat(look().state()).isEqualTo(MetaItem.State.LEASED);
    assertThat(put("value", 0, after.token())).isEqualTo(MetaOutcome.DONE);
  }

  @Test
  void aTokenOfAnotherNodeIsNotSent() throws Exception {
    fleet.add("b");
    CressMemcachedClient client = fleet.builder().build();
    try {
      String here = Fleet.keyOf(client, "a");
      String there = Fleet.keyOf(client, "b");
      client.set(here, 0, "x").get();
      client.set(there, 0, "x").get();

      assertThat(client.cas(there, client.gets(here).getCas(), "y")).isEqualTo(CASResponse.EXISTS);
      assertThat(client.cas(there, 1, "y")).isEqualTo(CASResponse.EXISTS);
      assertThat(client.get(there)).isEqualTo("x");

      long token = client.getAndTouch(there, 100).getCas();
      assertThat(client.cas(there, token, "y")).isEqualTo(CASResponse.OK);
      assertThat(client.cas(there, token, "z")).isEqualTo(CASResponse.EXISTS);
    } finally {
      client.shutdown();
    }
  }

  @Test
  void allKeysAreListed() throws Exception {
    List<String> keys = List.of("plain", "ä%=&+k", "a/b:c");
    for (String key : keys) {
      ask(new MetaSet(key.getBytes(UTF_8), MetaSet.Mode.SET, 0, 0, new byte[1]));
    }
    Queue<String> seen = new ConcurrentLinkedQueue<>();
    MetadumpText list = new MetadumpText(key -> seen.add(new String(key, UTF_8)));

    node.write(list);

    assertThat(answer(list.reply())).isTrue();
    assertThat(seen).containsExactlyInAnyOrderElementsOf(keys);
  }

  /** The server would leave a command that it read with the list until it reads another one. */
  @Test
  void aCommandThatIsSentTogetherWithAListIsAnswered() throws Exception {
    store("value", 0);
    node = connections.target(Node.of("again", "localhost", fleet.node("a").port()));
    MetadumpText list = new MetadumpText(key -> {});
    MetaGet look = MetaGet.look(KEY);

    node.write(list);
    node.write(look);

    assertThat(answer(list.reply())).isTrue();
    assertValue(answer(look.reply()), "value");
  }

  @Test
  void aServerThatDoesNotListFailsTheListOnly() throws Exception {
    store("value", 0);
    assertThat(say(fleet.server("a"), "lru_crawler disable")).isEqualTo("OK");
    MetadumpText list = new MetadumpText(key -> {});

    node.write(list);

    assertThatThrownBy(() -> answer(list.reply()))
        .hasCauseInstanceOf(CressException.class)
        .hasMessageContaining("CLIENT_ERROR lru crawler disabled");
    assertValue(look(), "value");
  }

  private static String say(TestNode server, String command) throws Exception {
    try (Socket socket = new Socket(server.host(), server.port())) {
      socket.getOutputStream().write((command + "\r\n").getBytes(UTF_8));
      return new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8)).readLine();
    }
  }
}
