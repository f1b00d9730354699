package dev.cress.redis;

import static dev.cress.redis.Scene.await;
import static dev.cress.redis.Scene.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cress.migration.Migration;
import dev.cress.migration.MigrationException;
import dev.cress.node.CrossNodeException;
import dev.cress.redis.StepGate.Step;
import dev.cress.topology.Phase;
import dev.cress.topology.Topology;
import io.lettuce.core.KeyValue;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.TransactionResult;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.XReadArgs.StreamOffset;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** T15: blocked calls, transactions and watched keys across a change of the topology. */
class WaitingInAChangeIT {

  private static void awaitBlocked(DirectServer server, int count) {
    await().until(() -> server.redis().info("clients").contains("blocked_clients:" + count + "\r"));
  }

  @Test
  void aBlockedCallFollowsItsKeyToTheNewOwnerInBothDirections() throws Exception {
    try (Scene scene = Scene.crossing(Variant.STANDARD)) {
      String there = scene.keys(scene.o.node(), scene.n.node(), 1).get(0);
      String back = scene.keys(scene.n.node(), scene.o.node(), 1).get(0);
      String stays = scene.keys(scene.o.node(), scene.o.node(), 1).get(0);
      RedisFuture<KeyValue<String, String>> first = scene.c1.async().blpop(0, there);
      RedisFuture<KeyValue<String, String>> second = scene.c1.async().blpop(60, back);
      RedisFuture<KeyValue<String, String>> third = scene.c1.async().blpop(60, stays);
      awaitBlocked(scene.o, 2);
      awaitBlocked(scene.n, 1);

      Migration migration = scene.open();
      awaitBlocked(scene.o, 2);
      awaitBlocked(scene.n, 1);
      assertThat(Stream.of(first, second, third)).noneMatch(RedisFuture::isDone);
      for (String key : List.of(there, back, stays)) {
        scene.c2.sync().rpush(key, "1", "2");
      }

      assertThat(get(first)).isEqualTo(KeyValue.just(there, "1"));
      assertThat(get(second)).isEqualTo(KeyValue.just(back, "1"));
      assertThat(get(third)).isEqualTo(KeyValue.just(stays, "1"));
      assertThat(Scene.finish(migration)).isZero();
      assertThat(scene.n.redis().lrange(there, 0, -1)).containsExactly("2");
      assertThat(scene.o.redis().lrange(back, 0, -1)).containsExactly("2");
    }
  }

  @Test
  void anElementPushedBeforeTheChangeIsMovedToACallThatComesInTheHold() throws Exception {
    try (Scene scene = Scene.growing(Variant.STANDARD)) {
      String key = scene.key();
      scene.c2.sync().rpush(key, "before");
      Step opening = scene.leader.gate().before("open_in");
      Migration migration = scene.change(scene.both);
      opening.awaitHeld();
      scene.c1.awaitTopology(Topology.Holding.class, 1);

      RedisFuture<KeyValue<String, String>> call = scene.c1.async().blpop(0, key);
      RedisFuture<Long> pushed = scene.c2.async().rpush(key, "during");
      assertThat(call.isDone()).isFalse();
      opening.release();

      assertThat(get(call).getValue()).isEqualTo("before");
      assertThat(get(pushed)).isPositive();
      assertThat(scene.n.redis().lrange(key, 0, -1)).containsExactly("during");
      assertThat(Scene.finish(migration)).isZero();
    }
  }

  @Test
  void aCallKeepsItsOwnTimeOutThroughAChange() throws Exception {
    try (Scene scene = Scene.growing(Variant.STANDARD)) {
      String key = scene.key();
      long start = System.nanoTime();
      RedisFuture<KeyValue<String, String>> call = scene.c1.async().blpop(1, key);
      awaitBlocked(scene.o, 1);

      Migration migration = scene.open();

      assertThat(get(call)).isNull();
      assertThat(System.nanoTime() - start)
          .isBetween(TimeUnit.MILLISECONDS.toNanos(1_000), TimeUnit.MILLISECONDS.toNanos(5_000));
      assertThat(Scene.finish(migration)).isZero();
    }
  }

  @SuppressWarnings("unchecked") // arrays of StreamOffset hold nothing else
  @Test
  void aStreamIsReadFromWhereTheCallBeganThoughEntriesComeBeforeItIsSentAgain() throws Exception {
    try (Scene scene = Scene.growing(Variant.STANDARD)) {
      List<String> keys = scene.keys(2);
      scene.c2.sync().xadd(keys.get(0), "f", "old");
      List<RedisFuture<List<StreamMessage<String, String>>>> calls = new ArrayList<>();
      for (String key : keys) {
        calls.add(scene.c1.async().xread(XReadArgs.Builder.block(0), StreamOffset.latest(key)));
      }
      awaitBlocked(scene.o, 2);
      List<Step> moves = keys.stream().map(key -> scene.c1.gate().before("dump", key)).toList();

      Migration migration = scene.open();
      moves.forEach(Step::awaitHeld);
      keys.forEach(key -> scene.c2.sync().xadd(key, "f", "new"));
      moves.forEach(Step::release);

      for (RedisFuture<List<StreamMessage<String, String>>> call : calls) {
        assertThat(get(call))
            .extracting(StreamMessage::getBody)
            .containsExactly(Map.of("f", "new"));
      }
      assertThat(Scene.finish(migration)).isZero();
    }
  }

  @Test
  void anOpenTransactionHoldsUpNoChangeAndIsCarriedOutAtTheNewOwner() throws Exception {
    try (Scene scene = Scene.growing(Variant.STANDARD)) {
      String key = scene.keyWithValue();
      RedisCommands<String, String> redis = scene.c1.sync();
      redis.multi();
      RedisFuture<Long> appended = scene.c1.async().append(key, "+");
      RedisFuture<String> read = scene.c1.async().get(key);

      Migration migration = scene.open();
      TransactionResult result = redis.exec();

      assertThat(result.<Long>get(0)).isEqualTo(3);
      assertThat(get(appended)).isEqualTo(3);
      assertThat(get(read)).isEqualTo("v0+");
      assertThat(scene.n.redis().get(key)).isEqualTo("v0+");
      assertThat(Scene.finish(migration)).isZero();
      assertThat(scene.o.holds(key)).isFalse();
    }
  }

  @Test
  void anExecInTheHoldWaitsAndReachesOnlyTheNewOwner() throws Exception {
    try (Scene scene = Scene.growing(Variant.STANDARD)) {
      String key = scene.keyWithValue();
      Step opening = scene.leader.gate().before("open_in");
      Migration migration = scene.change(scene.both);
      opening.awaitHeld();
      scene.c1.awaitTopology(Topology.Holding.class, 1);

      scene.c1.async().multi();
      scene.c1.async().append(key, "+");
      RedisFuture<TransactionResult> exec = scene.c1.async().exec();
      RedisFuture<String> later = scene.c1.async().get(key);
      assertThat(scene.o.redis().get(key)).isEqualTo("v0");
      opening.release();

      assertThat(get(exec).<Long>get(0)).isEqualTo(3);
      assertThat(get(later)).isEqualTo("v0+");
      assertThat(scene.n.redis().get(key)).isEqualTo("v0+");
      assertThat(Scene.finish(migration)).isZero();
    }
  }

  @Test
  void keysThatTheChangePartsFailTheTransactionAsAWhole() throws Exception {
    try (Scene scene = Scene.growing(Variant.STANDARD)) {
      String moves = scene.key();
      String stays = scene.keys(scene.o.node(), scene.o.node(), 1).get(0);
      RedisCommands<String, String> redis = scene.c1.sync();
      redis.multi();
      redis.set(moves, "never");
      redis.set(stays, "never");

      Migration migration = scene.open();

      assertThatExceptionOfType(CrossNodeException.class).isThrownBy(redis::exec);
      assertThat(redis.exists(moves, stays)).isZero();
      assertThat(Scene.finish(migration)).isZero();
    }
  }

  @Test
  void watchedKeysThatMoveFailTheTransactionByTheNameOfTheChange() throws Exception {
    try (Scene scene = Scene.growing(Variant.STANDARD)) {
      String key = scene.keyWithValue();
      RedisCommands<String, String> redis = scene.c1.sync();
      redis.watch(key);

      Migration migration = scene.open();
      redis.multi();
      redis.set(key, "never");

      assertThatExceptionOfType(MigrationException.class)
          .isThrownBy(redis::exec)
          .withMessageContainingAll("version 2", "nothing was carried out", "WATCH");
      assertThat(redis.get(key)).isEqualTo("v0");
      redis.watch(key);
      redis.multi();
      redis.set(key, "v1");
      assertThat(redis.exec().wasDiscarded()).isFalse();
      assertThat(Scene.finish(migration)).isZero();
      assertThat(scene.n.redis().get(key)).isEqualTo("v1");
    }
  }

  @Test
  void aSecondWatchAfterAMoveFailsOnceAndTheRetrySucceeds() throws Exception {
    try (Scene scene = Scene.growing(Variant.STANDARD)) {
      String key = scene.keyWithValue();
      RedisCommands<String, String> redis = scene.c1.sync();
      redis.watch(key);
      Migration migration = scene.open();

      assertThatThrownBy(() -> redis.watch(key)).isInstanceOf(MigrationException.class);
      redis.multi();
      redis.set(key, "never");
      assertThatThrownBy(redis::exec).isInstanceOf(MigrationException.class);

      assertThat(redis.watch(key)).isEqualTo("OK");
      redis.multi();
      redis.set(key, "v1");
      assertThat(redis.exec().wasDiscarded()).isFalse();
      assertThat(Scene.finish(migration)).isZero();
    }
  }

  @Test
  void keysThatStayAreWatchedThroughAChange() throws Exception {
    try (Scene scene = Scene.growing(Variant.STANDARD)) {
      String stays = scene.keys(scene.o.node(), scene.o.node(), 1).get(0);
      RedisCommands<String, String> redis = scene.c1.sync();
      StatefulRedisConnection<String, String> other = scene.c1.client().connect();
      redis.watch(stays);
      other.sync().watch(stays);

      Migration migration = scene.open();
      redis.multi();
      redis.set(stays, "first");
      assertThat(redis.exec().wasDiscarded()).isFalse();
      other.sync().multi();
      other.sync().set(stays, "second");
      assertThat(other.sync().exec().wasDiscarded()).isTrue();

      assertThat(Scene.finish(migration)).isZero();
      assertThat(redis.get(stays)).isEqualTo("first");
    }
  }

  /** Producers, takers and transactions while keys move there and back three times. */
  @Test
  void eachElementIsTakenOnceAndEachTransactionCountsOnceThroughManyChanges() throws Exception {
    try (Scene scene = Scene.growing(Variant.STANDARD)) {
      List<String> queues = scene.keys(6);
      AtomicBoolean stop = new AtomicBoolean();
      AtomicInteger pushed = new AtomicInteger();
      ConcurrentLinkedQueue<String> taken = new ConcurrentLinkedQueue<>();
      List<CompletableFuture<?>> threads = new ArrayList<>();
      AtomicInteger transactions = new AtomicInteger();
      for (int i = 0; i < 6; i++) {
        String queue = queues.get(i);
        threads.add(thread(() -> take(scene, queue, stop, taken)));
        threads.add(thread(() -> take(scene, queue, stop, taken)));
        threads.add(thread(() -> push(scene, queue, stop, pushed)));
        threads.add(thread(() -> count(scene, "{" + queue + "}n", stop, transactions)));
      }

      for (int i = 0; i < 2; i++) {
        int before = pushed.get();
        await().until(() -> pushed.get() > before + 200);
        assertThat(Scene.finish(scene.open())).isZero();
        int between = pushed.get();
        await().until(() -> pushed.get() > between + 200);
        Migration back = scene.change(scene.both.without("n"));
        await().until(() -> back.progress().phase() != Phase.STABLE || back.completion().isDone());
        assertThat(Scene.finish(back)).isZero();
      }
      stop.set(true);
      for (CompletableFuture<?> thread : threads) {
        thread.get(30, TimeUnit.SECONDS);
      }

      List<String> left = new ArrayList<>(taken);
      queues.forEach(queue -> left.addAll(scene.o.redis().lrange(queue, 0, -1)));
      assertThat(left).doesNotHaveDuplicates().hasSize(pushed.get());
      int counted = 0;
      for (String queue : queues) {
        counted += Integer.parseInt(scene.o.redis().get("{" + queue + "}n"));
        assertThat(scene.o.redis().get("{" + queue + "}n"))
            .isEqualTo(scene.o.redis().get("{" + queue + "}nn"));
      }
      assertThat(counted).isEqualTo(transactions.get());
    }
  }

  private static CompletableFuture<Void> thread(Runnable work) {
    return CompletableFuture.runAsync(work, task -> new Thread(task).start());
  }

  private static void push(Scene scene, String queue, AtomicBoolean stop, AtomicInteger pushed) {
    try (StatefulRedisConnection<String, String> own = scene.c2.client().connect()) {
      while (!stop.get()) {
        own.sync().rpush(queue, "element " + pushed.incrementAndGet());
      }
    }
  }

  private static void take(
      Scene scene, String queue, AtomicBoolean stop, ConcurrentLinkedQueue<String> taken) {
    try (StatefulRedisConnection<String, String> own = scene.c1.client().connect()) {
      while (!stop.get()) {
        KeyValue<String, String> element = own.sync().blpop(0.2, queue);
        if (element != null) {
          taken.add(element.getValue());
        }
      }
    }
  }

  private static void count(
      Scene scene, String key, AtomicBoolean stop, AtomicInteger transactions) {
    try (StatefulRedisConnection<String, String> own = scene.c1.client().connect()) {
      RedisCommands<String, String> redis = own.sync();
      while (!stop.get()) {
        if (counted(redis, key)) {
          transactions.incrementAndGet();
        }
      }
    }
  }

  private static boolean counted(RedisCommands<String, String> redis, String key) {
    try {
      redis.watch(key);
      String value = redis.get(key);
      redis.multi();
      redis.set(key, Integer.toString(value == null ? 1 : Integer.parseInt(value) + 1));
      redis.incr(key + "n");
      return !redis.exec().wasDiscarded();
    } catch (MigrationException e) {
      return false;
    }
  }
}
