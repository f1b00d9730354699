package dev.cress.memcached;

import static dev.cress.memcached.Scene.answer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.memcached.StepGate.Stop;
import dev.cress.memcached.internal.migration.ServerCalls.Step;
import dev.cress.migration.Migration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** One thread's operations on one changed key, sent without waiting, are done in their order. */
final class OrderOnOneKeyIT {

  private static final int MOST_UNDER_WAY = 64;

  /** A number is set, counted up and appended to, and read. */
  private record Chain(
      long number, Future<Boolean> set, Future<Long> count, Future<Boolean> append, Future<?> get) {

    static Chain begin(CressMemcachedClient cache, String key, long number) {
      return new Chain(
          number,
          cache.set(key, 0, String.valueOf(number)),
          cache.asyncIncr(key, 1),
          cache.append(key, "0"),
          cache.asyncGet(key));
    }

    void assertInOrder() throws Exception {
      long next = number + 1;
      assertThat(List.of(answer(set), answer(count), answer(append), answer(get)))
          .containsExactly(true, next, true, next + "0");
    }
  }

  @Test
  void inTheWindow() throws Exception {
    try (Scene scene = new Scene(Variant.STANDARD)) {
      String key = scene.keyWith("v0");
      scene.open();
      Stop put = scene.c1.gate().before(Step.PUT, "n", key);
      Chain first = Chain.begin(scene.c1.cache(), key, 1);
      put.awaitHeld();
      Chain second = Chain.begin(scene.c1.cache(), key, 50);
      put.release();
      Chain third = Chain.begin(scene.c1.cache(), key, 70);

      first.assertInOrder();
      second.assertInOrder();
      third.assertInOrder();
    }
  }

  @Test
  void behindAnOperationThatIsBetweenItsSteps() throws Exception {
    try (Scene scene = new Scene(Variant.STANDARD)) {
      String key = scene.keyWith("7");
      scene.open();
      assertThat(scene.c1.get(key)).isEqualTo("7");
      Stop work = scene.c1.gate().before(Step.WORK, "n", key);
      Future<Long> count = scene.c1.cache().asyncIncr(key, 1);
      work.awaitHeld();
      Chain chain = Chain.begin(scene.c1.cache(), key, 1);
      work.release();

      assertThat(answer(count)).isEqualTo(8);
      chain.assertInOrder();
    }
  }

  @Test
  void thousandsBehindOne() throws Exception {
    try (Scene scene = new Scene(Variant.STANDARD)) {
      String key = scene.keyWith("7");
      scene.open();
      assertThat(scene.c1.get(key)).isEqualTo("7");
      Stop work = scene.c1.gate().before(Step.WORK, "n", key);
      Future<Long> count = scene.c1.cache().asyncIncr(key, 1);
      work.awaitHeld();
      List<Future<Boolean>> sets =
          IntStream.range(0, 5_000)
              .<Future<Boolean>>mapToObj(i -> scene.c1.cache().set(key, 0, "v" + i))
              .toList();
      Future<Object> read = scene.c1.cache().asyncGet(key);
      work.release();

      assertThat(answer(count)).isEqualTo(8);
      assertThat(answer(read)).isEqualTo("v4999");
      for (Future<Boolean> set : sets) {
        assertThat(answer(set)).isTrue();
      }
    }
  }

  @Test
  void beforeAtAndAfterTheEndOfTheWindow() throws Exception {
    try (Scene scene = new Scene(Variant.STANDARD)) {
      List<String> keys = scene.keys(500);
      keys.forEach(key -> scene.o.store(key, "v0", 0, 0));
      Migration migration = scene.open();
      ArrayDeque<Chain> underWay = new ArrayDeque<>();
      migration.drain();

      long afterTheEnd = 0;
      for (int i = 0; afterTheEnd < 1_000; i++) {
        underWay.add(Chain.begin(scene.c1.cache(), keys.get(i % 3), i));
        if (underWay.size() > MOST_UNDER_WAY) {
          underWay.remove().assertInOrder();
        }
        afterTheEnd += migration.completion().isDone() ? 1 : 0;
      }

      for (Chain chain : underWay) {
        chain.assertInOrder();
      }
      assertThat(migration.completion()).isCompletedWithValue(0L);
    }
  }
}
