package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.cress.node.NodeSet;
import dev.cress.node.RoutingException;
import dev.cress.redis.error.NodeUnavailableException;
import dev.cress.redis.error.PartialFailureException;
import dev.cress.redis.internal.migration.InternalKeys;
import io.lettuce.core.FlushMode;
import io.lettuce.core.FunctionRestoreMode;
import io.lettuce.core.KeyScanArgs;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.ScanIterator;
import io.lettuce.core.ScanStream;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.KeyListOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands without a key answer for all nodes together. */
class AllNodesIT {

  private static final String LIBRARY =
      "#!lua name=lib\nredis.register_function('answer', function(k, a) return 42 end)";
  private static final List<String> KEYS =
      IntStream.range(0, 100).mapToObj(i -> "key:" + i).sorted().toList();

  private static Shards shards;
  private static CressRedisClient client;
  private static StatefulRedisConnection<String, String> connection;
  private static RedisCommands<String, String> redis;

  @BeforeAll
  static void start() {
    shards = new Shards(3);
    client = shards.builder().build();
    connection = client.connect();
    redis = connection.sync();
  }

  @AfterAll
  static void stop() {
    client.shutdown();
    shards.close();
  }

  @BeforeEach
  void fill() {
    redis.flushall();
    KEYS.forEach(key -> redis.set(key, "v"));
  }

  private static Object call(
      ApiForm form, BiConsumer<RedisAsyncCommands<String, String>, String> command)
      throws Throwable {
    return Objects.requireNonNull(form.call(connection, command, "k"));
  }

  /** The one reply of a call: some forms put it into a list. */
  private static Object one(
      ApiForm form, BiConsumer<RedisAsyncCommands<String, String>, String> command)
      throws Throwable {
    Object reply = call(form, command);
    return reply instanceof List<?> list && list.size() == 1 ? list.get(0) : reply;
  }

  @ParameterizedTest
  @EnumSource
  void keysAreThoseOfAllNodesAndNoneOfOurs(ApiForm form) throws Throwable {
    Object keys = call(form, (r, k) -> r.keys("*"));

    assertThat(((List<?>) keys).stream().map(String::valueOf).sorted()).isEqualTo(KEYS);
    assertThat(call(form, (r, k) -> r.keys("__cress__:*"))).isEqualTo(List.of());
    assertThat((List<?>) call(form, (r, k) -> r.keys("key:4?"))).hasSize(10);
    assertThat(one(form, (r, k) -> r.dbsize())).isEqualTo(100L);
    assertThat(one(form, (r, k) -> r.randomkey()).toString()).isIn(KEYS);
    assertThat(shards.on("a").keys("__cress__:*")).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource
  void whatAllNodesSayAlikeIsSaidOnce(ApiForm form) throws Throwable {
    assertThat(one(form, (r, k) -> r.ping())).isEqualTo("PONG");
    assertThat(one(form, (r, k) -> r.echo("hello"))).isEqualTo("hello");
    assertThat((List<?>) call(form, (r, k) -> r.time())).hasSize(2);
    assertThat(one(form, (r, k) -> r.configSet("slowlog-max-len", "77"))).isEqualTo("OK");
    assertThat(shards.names())
        .allSatisfy(
            name ->
                assertThat(shards.on(name).configGet("slowlog-max-len"))
                    .containsEntry("slowlog-max-len", "77"));
    assertThat(redis.configGet("slowlog-max-len")).containsEntry("slowlog-max-len", "77");
    assertThat(redis.clientList().lines()).hasSizeGreaterThanOrEqualTo(6);
    assertThat(redis.lastsave()).isNotNull();
    assertThat(redis.slowlogLen()).isNotNegative();
    assertThat(redis.commandCount()).isGreaterThan(100);
  }

  @Test
  void informationNamesTheNodesAndIsReadAsProperties() throws Exception {
    String info = redis.info("server");
    Properties properties = new Properties();
    properties.load(new StringReader(info));

    assertThat(info.lines().filter(line -> line.startsWith("node:")))
        .containsExactly("node:a", "node:b", "node:c");
    assertThat(info.lines().filter(line -> line.startsWith("run_id:")).distinct()).hasSize(3);
    assertThat(properties).containsKeys("redis_version", "tcp_port");
  }

  @Test
  void aRandomKeyComesFromWhicheverNodeHasOne() {
    redis.flushall();
    assertThat(redis.randomkey()).isNull();

    redis.set("only", "v");

    assertThat(IntStream.range(0, 20).mapToObj(i -> redis.randomkey()).distinct())
        .containsExactly("only");
  }

  @Test
  void randomKeysComeFromAllNodes() {
    assertThat(
            Stream.generate(() -> client.ownerOf(redis.randomkey()).name())
                .limit(1000)
                .distinct()
                .limit(3))
        .containsExactlyInAnyOrder("a", "b", "c");
  }

  private static List<String> scan(KeyScanArgs args) {
    List<String> keys = new ArrayList<>();
    KeyScanCursor<String> page = redis.scan(args);
    keys.addAll(page.getKeys());
    while (!page.isFinished()) {
      assertThat(Long.parseLong(page.getCursor())).isPositive();
      page = redis.scan(ScanCursor.of(page.getCursor()), args);
      keys.addAll(page.getKeys());
    }
    return keys;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10, 1000})
  void aScanTellsEachKeyOnce(int count) {
    redis.hset("hash", "f", "v");

    assertThat(scan(KeyScanArgs.Builder.limit(count).type("string")))
        .containsExactlyInAnyOrderElementsOf(KEYS);
    assertThat(scan(KeyScanArgs.Builder.limit(count).type("hash"))).containsExactly("hash");
    KeyScanArgs matching = new KeyScanArgs();
    matching.limit(count);
    matching.match("key:7*");
    assertThat(scan(matching)).hasSize(11).doesNotHaveDuplicates();
    assertThat(ScanIterator.scan(redis, ScanArgs.Builder.limit(count)).stream())
        .hasSize(101)
        .doesNotHaveDuplicates();
    assertThat(
            ScanStream.scan(connection.reactive(), ScanArgs.Builder.limit(count))
                .collectList()
                .block())
        .hasSize(101)
        .doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @EnumSource
  void aPageOfAScanIsAnsweredInEveryForm(ApiForm form) throws Throwable {
    Object page = one(form, (r, k) -> r.scan(ScanArgs.Builder.limit(5)));

    if (page instanceof KeyScanCursor<?> cursor) {
      assertThat(cursor.isFinished()).isFalse();
      assertThat(cursor.getKeys()).isNotEmpty();
    } else {
      List<?> raw = (List<?>) page;
      assertThat(Long.parseLong(String.valueOf(raw.get(0)))).isPositive();
      assertThat((List<?>) raw.get(1)).isNotEmpty();
    }
  }

  @Test
  void keysOfAnyBytesAreTold() {
    byte[] key = {0, -1, 13, 10};
    RedisCommands<byte[], byte[]> bytes = client.connect(ByteArrayCodec.INSTANCE).sync();

    bytes.set(key, key);

    // Lettuce 6 takes the pattern as a key, Lettuce 7 as a text.
    List<byte[]> keys =
        bytes.dispatch(
            CommandType.KEYS,
            new KeyListOutput<>(ByteArrayCodec.INSTANCE),
            new CommandArgs<>(ByteArrayCodec.INSTANCE).add("*"));
    assertThat(keys.stream().filter(k -> k.length == 4)).containsExactly(key);
    assertThat(ScanIterator.scan(bytes).stream().filter(k -> k.length == 4)).containsExactly(key);
  }

  @Test
  void whatANodeDoesNotOwnDoesNotShow() {
    String foreign =
        IntStream.iterate(0, i -> i + 1)
            .mapToObj(i -> "foreign:" + i)
            .filter(key -> client.ownerOf(key).name().equals("b"))
            .findFirst()
            .orElseThrow();
    shards.on("a").set(foreign, "v");

    assertThat(redis.keys("foreign:*")).isEmpty();
    assertThat(ScanIterator.scan(redis, ScanArgs.Builder.matches("foreign:*")).stream()).isEmpty();
  }

  @Test
  void cursorsThatNoScanGaveAreRefused() {
    assertThatExceptionOfType(RoutingException.class)
        .isThrownBy(() -> redis.scan(ScanCursor.of("12")))
        .withMessageContaining("begin again with 0");
    assertThatExceptionOfType(RoutingException.class)
        .isThrownBy(() -> redis.scan(ScanCursor.of("x")))
        .withMessageContaining("SCAN takes 0");
  }

  @Test
  void flushesKeepWhatIsOurs() {
    Map<String, String> before = ours("a");

    assertThat(redis.flushall()).isEqualTo("OK");
    assertThat(redis.dbsize()).isZero();
    redis.set("k", "v");
    assertThat(redis.flushdb(FlushMode.ASYNC)).isEqualTo("OK");
    redis.set("k", "v");
    assertThat(redis.flushall(FlushMode.SYNC)).isEqualTo("OK");

    assertThat(redis.dbsize()).isZero();
    assertThat(redis.get("k")).isNull();
    assertThat(ours("a")).isEqualTo(before).hasSize(2);
    assertThat(shards.names()).allSatisfy(name -> assertThat(shards.on(name).keys("*")).hasSize(2));
  }

  private static Map<String, String> ours(String node) {
    String out = InternalKeys.PREFIX + "out";
    String in = InternalKeys.PREFIX + "in";
    return Map.of(out, shards.on(node).get(out), in, shards.on(node).get(in));
  }

  @Test
  void aFlushThatServersRefuseFailsAsWithOne() {
    Step wrong = Step.raw("FLUSHALL NOW");

    assertThatExceptionOfType(RedisCommandExecutionException.class)
        .isThrownBy(() -> ApiForm.SYNC.call(connection, wrong.call(), "k"));
    assertThat(redis.dbsize()).isEqualTo(100);
  }

  @Test
  void scriptsAreLoadedOnAllNodesAndOnceMoreWhereTheyAreMissing() {
    String digest = redis.scriptLoad("return redis.call('GET', KEYS[1])");
    assertThat(redis.scriptExists(digest, "0".repeat(40))).containsExactly(true, false);
    for (String name : shards.names()) {
      String key = KEYS.stream().filter(k -> client.ownerOf(k).name().equals(name)).findAny().get();
      assertThat(redis.<String>evalsha(digest, ScriptOutputType.VALUE, key)).isEqualTo("v");
    }

    shards.on("b").scriptFlush();
    assertThat(redis.scriptExists(digest)).containsExactly(false);
    String key = KEYS.stream().filter(k -> client.ownerOf(k).name().equals("b")).findAny().get();
    assertThat(redis.<String>evalsha(digest, ScriptOutputType.VALUE, key)).isEqualTo("v");
    assertThat(redis.scriptExists(digest)).containsExactly(true);

    assertThat(redis.scriptFlush()).isEqualTo("OK");
    assertThatExceptionOfType(RedisNoScriptException.class)
        .isThrownBy(() -> redis.evalsha(digest, ScriptOutputType.VALUE, key));
    assertThatExceptionOfType(RedisCommandExecutionException.class)
        .isThrownBy(() -> redis.scriptLoad("this is not Lua"))
        .withMessageContaining("compiling");
  }

  @Test
  void functionsAreLoadedOnAllNodes() {
    Fleet.assumeRedis7(shards.server("a"));
    assertThat(redis.functionLoad(LIBRARY)).isEqualTo("lib");
    for (String key : KEYS.subList(0, 10)) {
      assertThat(redis.<Long>fcall("answer", ScriptOutputType.INTEGER, key)).isEqualTo(42);
    }
    assertThat(redis.functionList()).hasSize(1);
    byte[] dump = redis.functionDump();
    assertThatExceptionOfType(RedisCommandExecutionException.class)
        .isThrownBy(() -> redis.functionLoad(LIBRARY))
        .withMessageContaining("already exists");

    assertThat(redis.functionFlush(FlushMode.SYNC)).isEqualTo("OK");
    assertThat(redis.functionList()).isEmpty();
    assertThat(redis.functionRestore(dump, FunctionRestoreMode.REPLACE)).isEqualTo("OK");
    assertThat(shards.names())
        .allSatisfy(name -> assertThat(shards.on(name).functionList()).hasSize(1));
    redis.functionFlush(FlushMode.SYNC);
  }

  @Test
  void killingWhereNothingRunsIsRefusedAsByOneServer() {
    assertThatExceptionOfType(RedisCommandExecutionException.class)
        .isThrownBy(redis::scriptKill)
        .withMessageStartingWith("NOTBUSY");
  }

  /** The script is another client's: the connection that runs one has nothing else read. */
  @Test
  void aScriptThatRunsOnOneNodeIsKilledThere() {
    shards.on("c").configSet("lua-time-limit", "1");
    CompletableFuture<Object> endless =
        CompletableFuture.supplyAsync(
            () -> shards.on("c").eval("while true do end", ScriptOutputType.STATUS));

    Scene.await().until(AllNodesIT::isKilled);

    assertThatExceptionOfType(ExecutionException.class)
        .isThrownBy(() -> endless.get(10, TimeUnit.SECONDS))
        .withMessageContaining("killed");
  }

  private static boolean isKilled() {
    try {
      return redis.scriptKill().equals("OK");
    } catch (RedisCommandExecutionException e) {
      return false; // it does not run yet
    }
  }

  @Test
  void aNodeThatIsDownIsNamedAndTheConnectionLivesOn() {
    try (Shards two = new Shards(2)) {
      try (CressRedisClient own = two.builder().build()) {
        RedisCommands<String, String> commands = own.connect().sync();
        commands.set("k", "v");
        two.proxy("b").refuse();
        two.proxy("b").cut();

        Stream<Runnable> calls =
            Stream.of(
                commands::dbsize,
                () -> commands.keys("*"),
                commands::ping,
                commands::flushall,
                commands::info,
                () -> commands.scriptLoad("return 1"));

        assertThat(calls)
            .allSatisfy(
                call ->
                    assertThatExceptionOfType(PartialFailureException.class)
                        .isThrownBy(call::run)
                        .withMessageContaining("on 1 of 2 nodes")
                        .withMessageContaining("node b: "));
        assertThat(commands.echo("still here")).isEqualTo("still here");
        two.proxy("b").heal();
        Scene.awaitUp(commands);
      }
    }
  }

  @Test
  void whenAllNodesAreDownNoneIsSaidToHaveDoneItAndOneNodeFailsInItsOwnWords() {
    try (Shards two = new Shards(2)) {
      try (CressRedisClient own = two.builder().build()) {
        RedisCommands<String, String> commands = own.connect().sync();
        assertThat(commands.ping()).isEqualTo("PONG");
        two.names().forEach(name -> two.proxy(name).refuse());
        two.names().forEach(name -> two.proxy(name).cut());

        Scene.await()
            .untilAsserted(
                () ->
                    assertThatExceptionOfType(PartialFailureException.class)
                        .isThrownBy(commands::ping)
                        .withMessage(
                            "PING failed on 2 of 2 nodes\n  node a: NodeUnavailableException\n"
                                + "  node b: NodeUnavailableException"));
        assertThat(
                Stream.<Runnable>of(() -> commands.echo("k"), commands::scan, commands::randomkey))
            .allSatisfy(
                call ->
                    assertThatExceptionOfType(NodeUnavailableException.class)
                        .isThrownBy(call::run));
      }
    }
  }

  @Test
  void oneNodeAnswersAsItWouldAlone() {
    try (CressRedisClient one =
        CressRedisClient.builder().nodes(NodeSet.of(shards.node("a"))).build()) {
      RedisCommands<String, String> commands = one.connect().sync();
      commands.flushall();
      KEYS.forEach(key -> commands.set(key, "v"));

      assertThat(commands.keys("*")).containsExactlyInAnyOrderElementsOf(KEYS);
      assertThat(commands.dbsize()).isEqualTo(100);
      assertThat(ScanIterator.scan(commands).stream()).containsExactlyInAnyOrderElementsOf(KEYS);
      assertThat(commands.ping()).isEqualTo("PONG");
    }
  }

  @Test
  void aScriptWithoutAKeyIsRefused() {
    assertThatExceptionOfType(RoutingException.class)
        .isThrownBy(() -> redis.eval("return 1", ScriptOutputType.INTEGER))
        .withMessageContaining("EVAL names no key");
  }
}
