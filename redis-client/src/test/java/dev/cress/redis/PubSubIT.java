package dev.cress.redis;

import static dev.cress.redis.Scene.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.cress.node.RoutingException;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.pubsub.api.reactive.ChannelMessage;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.Disposable;

/** Publish and subscribe over three nodes, each message heard once. */
class PubSubIT {

  private static Shards shards;
  private static CressRedisClient client;
  private static CressRedisClient publisher;

  private final Heard heard = new Heard();
  private StatefulRedisPubSubConnection<String, String> connection;

  @BeforeAll
  static void start() {
    shards = new Shards(3);
    client = shards.builder().cluster("listening").build();
    publisher = shards.builder().build();
  }

  @AfterAll
  static void stop() {
    publisher.shutdown();
    client.shutdown();
    shards.close();
  }

  @BeforeEach
  void connect() {
    connection = client.connectPubSub();
    connection.addListener(heard);
  }

  @AfterEach
  void disconnect() {
    connection.close();
    await().until(() -> shards.names().stream().allMatch(PubSubIT::isQuiet));
  }

  private static boolean isQuiet(String node) {
    return shards.on(node).pubsubNumpat() == 0
        && shards.on(node).pubsubChannels().isEmpty()
        && (!Fleet.isRedis7(shards.server(node))
            || shards.on(node).pubsubShardChannels().isEmpty());
  }

  private static long publish(String channel, String message) {
    return publisher.connect().sync().publish(channel, message);
  }

  /** One channel that each node owns. */
  private static List<String> channels() {
    return shards.names().stream().map(name -> Shards.keyOf(client, name)).toList();
  }

  private static long subscribers(String node, String channel) {
    return shards.on(node).pubsubNumsub(channel).getOrDefault(channel, 0L);
  }

  private static List<String> sockets(String node) {
    return shards.clientNames(node).stream()
        .filter(name -> name.startsWith("cress:listening:999999999999999999:"))
        .toList();
  }

  private void awaitHeard(String... messages) {
    await().until(() -> heard.messages.size() >= messages.length);
    assertThat(heard.messages).containsExactlyInAnyOrder(messages);
  }

  /** Case: PUBLISH goes to another node than SUBSCRIBE. */
  @Test
  void aChannelIsServedByTheNodeThatOwnsItsName() {
    connection.sync().subscribe(channels().toArray(String[]::new));

    for (String channel : channels()) {
      String owner = client.ownerOf(channel).name();
      assertThat(publish(channel, "hello")).isOne();
      assertThat(shards.names())
          .allSatisfy(
              node -> assertThat(subscribers(node, channel)).isEqualTo(node.equals(owner) ? 1 : 0));
    }
    awaitHeard(channels().stream().map(name -> name + "=hello").toArray(String[]::new));
  }

  @Test
  void aThousandChannelsTakeOneSocketANode() {
    String[] names = IntStream.range(0, 1_000).mapToObj(i -> "news:" + i).toArray(String[]::new);

    connection.sync().subscribe(names);
    Stream.of(names).forEach(name -> assertThat(publish(name, "x")).isOne());

    awaitHeard(Stream.of(names).map(name -> name + "=x").toArray(String[]::new));
    assertThat(shards.names()).allSatisfy(node -> assertThat(sockets(node)).hasSize(1));
    assertThat(heard.events).hasSize(1_000).last().asString().endsWith(" 1000");
    connection.sync().unsubscribe();
    assertThat(shards.names())
        .allSatisfy(node -> assertThat(shards.on(node).pubsubChannels()).isEmpty());
    assertThat(heard.events).hasSize(2_000).last().asString().endsWith(" 0");
  }

  @Test
  void aHashTagKeepsChannelsOnOneNode() {
    connection.sync().subscribe("{room7}:chat", "{room7}:typing");

    assertThat(shards.names().stream().mapToInt(node -> sockets(node).size()).sum()).isOne();
  }

  @Test
  void aPatternHearsAllNodesAndEachMessageOnce() {
    connection.sync().psubscribe("key:*");

    channels().forEach(channel -> assertThat(publish(channel, "x")).isOne());

    awaitHeard(channels().stream().map(name -> "key:*:" + name + "=x").toArray(String[]::new));
    assertThat(heard.events).containsExactly("+p:key:* 1");
    connection.sync().punsubscribe("key:*");
    channels().forEach(channel -> assertThat(publish(channel, "y")).isZero());
    assertThat(heard.events).containsExactly("+p:key:* 1", "-p:key:* 0");
  }

  @Test
  void eventsOfKeysAreHeardOfAllNodesButNotThoseOfCressItself() {
    shards.names().forEach(node -> shards.on(node).configSet("notify-keyspace-events", "KEA"));
    connection.sync().subscribe("__keyevent@0__:set");
    connection.sync().psubscribe("__keyspace@0__:*");

    shards.names().forEach(node -> shards.on(node).set("__cress__:test", "x"));
    channels().forEach(key -> connection.sync().set(key, "v"));

    awaitHeard(
        channels().stream()
            .flatMap(
                key ->
                    Stream.of(
                        "__keyevent@0__:set=" + key,
                        "__keyspace@0__:*:__keyspace@0__:" + key + "=set"))
            .toArray(String[]::new));
    shards.names().forEach(node -> shards.on(node).configSet("notify-keyspace-events", ""));
  }

  @Test
  void listenersAreToldWhatIsSubscribedAndHowMuch() {
    Fleet.assumeRedis7(shards.server("a"));
    told(1, () -> connection.sync().subscribe("one"));
    told(2, () -> connection.sync().subscribe("two"));
    told(3, () -> connection.sync().psubscribe("p*"));
    told(4, () -> connection.sync().ssubscribe("shard"));
    told(5, () -> connection.sync().subscribe("one"));
    told(7, () -> connection.sync().unsubscribe("never", "one"));
    told(8, () -> connection.sync().sunsubscribe("shard"));
    told(9, () -> connection.sync().punsubscribe());
    told(10, () -> connection.sync().unsubscribe());
    told(10, () -> connection.sync().unsubscribe());

    assertThat(heard.events)
        .containsExactly(
            "+one 1",
            "+two 2",
            "+p:p* 3",
            "+s:shard 1",
            "+one 3",
            "-never 3",
            "-one 2",
            "-s:shard 0",
            "-p:p* 1",
            "-two 0");
  }

  /* As with plain Lettuce, a call may return just before the listeners are told. */
  private void told(int events, Runnable call) {
    call.run();
    await().until(() -> heard.events.size() == events);
  }

  @Test
  void shardChannelsAreServedByTheirOwners() {
    Fleet.assumeRedis7(shards.server("a"));
    connection.sync().ssubscribe(channels().toArray(String[]::new));

    channels().forEach(name -> assertThat(publisher.connect().sync().spublish(name, "x")).isOne());

    awaitHeard(channels().stream().map(name -> "shard:" + name + "=x").toArray(String[]::new));
  }

  @Test
  void aListenerThatThrowsTakesNothingFromTheOthers() {
    Heard second = new Heard();
    connection.removeListener(heard);
    connection.addListener(
        new RedisPubSubAdapter<>() {
          @Override
          public void message(String channel, String message) {
            throw new AssertionError("as a listener may");
          }
        });
    connection.addListener(second);
    connection.sync().subscribe("c");

    publish("c", "1");
    publish("c", "2");

    await().until(() -> second.messages.equals(List.of("c=1", "c=2")));
    assertThat(heard.messages).isEmpty();
  }

  @Test
  void aListenerIsToldOneThingAtATimeThoughAllNodesTellAtOnce() {
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    AtomicInteger count = new AtomicInteger();
    connection.addListener(
        new RedisPubSubAdapter<>() {
          @Override
          public void message(String channel, String message) {
            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
            Thread.onSpinWait();
            inside.decrementAndGet();
            count.incrementAndGet();
          }
        });
    connection.sync().subscribe(channels().toArray(String[]::new));

    var async = publisher.connect().async();
    for (int i = 0; i < 1_000; i++) {
      channels().forEach(channel -> async.publish(channel, "x"));
    }

    await().until(() -> count.get() == 3_000);
    assertThat(most).hasValue(1);
  }

  @Test
  void theAsynchronousAndTheReactiveFormDoTheSame() throws Exception {
    List<String> seen = new CopyOnWriteArrayList<>();
    Disposable channel =
        connection
            .reactive()
            .observeChannels()
            .map((ChannelMessage<String, String> m) -> m.getChannel() + "=" + m.getMessage())
            .subscribe(seen::add);
    Disposable pattern =
        connection
            .reactive()
            .observePatterns()
            .map(m -> m.getPattern() + ":" + m.getChannel() + "=" + m.getMessage())
            .subscribe(seen::add);

    connection.reactive().subscribe("c").block(Duration.ofSeconds(10));
    connection.async().psubscribe("d*").get(10, TimeUnit.SECONDS);
    publish("c", "1");
    connection.sync().publish("d1", "2");

    await().until(() -> seen.size() == 2);
    assertThat(seen).containsExactlyInAnyOrder("c=1", "d*:d1=2");
    connection.reactive().unsubscribe("c").block(Duration.ofSeconds(10));
    connection.async().punsubscribe("d*").get(10, TimeUnit.SECONDS);
    channel.dispose();
    pattern.dispose();
    assertThat(publish("c", "3") + publish("d1", "3")).isZero();
  }

  @Test
  void otherCodecsAreDecoded() {
    byte[] channel = {0, -1, '\r', '\n'};
    List<byte[]> bodies = new CopyOnWriteArrayList<>();
    try (var bytes = client.connectPubSub(ByteArrayCodec.INSTANCE)) {
      bytes.addListener(
          new RedisPubSubAdapter<>() {
            @Override
            public void message(byte[] from, byte[] body) {
              bodies.add(from);
              bodies.add(body);
            }
          });
      bytes.sync().subscribe(channel);

      assertThat(bytes.sync().publish(channel, "grüße".getBytes(UTF_8))).isOne();

      await().until(() -> bodies.size() == 2);
      assertThat(bodies).containsExactly(channel, "grüße".getBytes(UTF_8));
    }
  }

  @Test
  void everyWayToConnectGivesAConnectionThatAlsoTakesOrdinaryCommands() throws Exception {
    RedisURI uri = shards.uri(Duration.ofSeconds(7));
    List<StatefulRedisPubSubConnection<String, String>> connections =
        List.of(
            client.connectPubSub(uri),
            client.connectPubSub(StringCodec.UTF8),
            client.connectPubSub(StringCodec.UTF8, uri),
            client.connectPubSubAsync(StringCodec.UTF8, uri).get(10, TimeUnit.SECONDS));

    for (StatefulRedisPubSubConnection<String, String> each : connections) {
      each.sync().subscribe("c");
      channels().forEach(key -> assertThat(each.sync().set(key, "v")).isEqualTo("OK"));
      assertThat(each.sync().mget(channels().toArray(String[]::new))).hasSize(3);
      each.close();
    }
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> client.connectPubSub(RedisURI.create("127.0.0.1", 1)));
  }

  @Test
  void aClosedConnectionLeavesNothingBehind() {
    connection.sync().psubscribe("*");
    StatefulRedisPubSubConnection<String, String> second = client.connectPubSub();
    second.sync().psubscribe("*");

    second.close();

    await().until(() -> shards.names().stream().allMatch(node -> sockets(node).size() == 1));
    assertThatExceptionOfType(RedisException.class)
        .isThrownBy(() -> second.sync().subscribe("c"))
        .withMessageContaining("closed");
    assertThat(publish("c", "x")).isOne();
  }

  @Test
  void subscribingToNothingIsRefused() {
    assertThatExceptionOfType(RoutingException.class)
        .isThrownBy(
            () ->
                connection
                    .sync()
                    .dispatch(
                        CommandType.SUBSCRIBE,
                        new StatusOutput<>(StringCodec.UTF8),
                        new CommandArgs<>(StringCodec.UTF8)))
        .withMessage("SUBSCRIBE names no channel");
  }

  @ParameterizedTest
  @EnumSource
  void bothProtocolsCanSubscribe(ProtocolVersion version) {
    try (CressRedisClient other =
            shards
                .builder()
                .clientOptions(ClientOptions.builder().protocolVersion(version).build())
                .build();
        StatefulRedisPubSubConnection<String, String> subscriber = other.connectPubSub()) {
      subscriber.addListener(heard);
      subscriber.sync().subscribe(channels().toArray(String[]::new));
      subscriber.sync().psubscribe("p*");

      channels().forEach(channel -> publish(channel, "x"));
      publish("p1", "y");

      await().until(() -> heard.messages.size() == 4);
      subscriber.sync().unsubscribe();
      subscriber.sync().punsubscribe();
      assertThat(heard.events).hasSize(8).last().asString().endsWith(" 0");
    }
  }
}
