package dev.cress.redis.internal.hotkeys;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.cress.metrics.CressMetrics;
import dev.cress.redis.hotkeys.HotKey;
import dev.cress.redis.hotkeys.HotKeys;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HotKeyRecorderTest {

  private final AtomicLong now = new AtomicLong();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  private HotKeyRecorder recorder(int oneIn) {
    return new HotKeyRecorder(
        HotKeys.sampled(oneIn), CressMetrics.of(registry, "orders"), now::get);
  }

  private static void record(HotKeyRecorder recorder, String node, String key, int times) {
    for (int i = 0; i < times; i++) {
      recorder.record(node, ByteBuffer.wrap(key.getBytes(UTF_8)));
    }
  }

  private static String text(HotKey key) {
    return new String(key.key(), UTF_8);
  }

  @Test
  void theHottestKeysComeFirstWithTheirSharesOfNodeAndAll() {
    HotKeyRecorder recorder = recorder(10);
    record(recorder, "a", "cold", 25);
    record(recorder, "b", "warm", 100);
    record(recorder, "a", "hot", 275);

    List<HotKey> keys = recorder.report();

    assertThat(keys).extracting(HotKeyRecorderTest::text).containsExactly("hot", "warm", "cold");
    assertThat(keys).extracting(HotKey::node).containsExactly("a", "b", "a");
    assertThat(keys).extracting(HotKey::commands).containsExactly(2750L, 1000L, 250L);
    assertThat(keys.get(0).ofNode().estimate()).isEqualTo(275.0 / 300);
    assertThat(keys.get(0).ofAll().estimate()).isEqualTo(275.0 / 400);
    assertThat(keys.get(1).ofNode().estimate()).isEqualTo(1);
  }

  @Test
  void aCommandCountsUntilTheEndOfTheWindowAfterItsOwn() {
    HotKeyRecorder recorder = recorder(1);
    record(recorder, "a", "old", 5);
    assertThat(recorder.report()).hasSize(1);

    now.set(Duration.ofSeconds(119).toNanos());
    record(recorder, "a", "new", 3);
    assertThat(recorder.report())
        .extracting(HotKeyRecorderTest::text)
        .containsExactly("old", "new");

    now.set(Duration.ofSeconds(121).toNanos());
    assertThat(recorder.report()).extracting(HotKeyRecorderTest::text).containsExactly("new");

    now.set(Duration.ofMinutes(10).toNanos());
    assertThat(recorder.report()).isEmpty();
  }

  @Test
  void amongFarMoreKeysThanFitTheHotOnesAreFoundWithinTheirBounds() {
    HotKeyRecorder recorder = recorder(1);
    SplittableRandom random = new SplittableRandom(7);
    Map<String, Integer> truth = new HashMap<>();
    int samples = 200_000;
    for (int i = 0; i < samples; i++) {
      int rank = (int) Math.pow(50_000, random.nextDouble());
      truth.merge("key" + rank, 1, Integer::sum);
      record(recorder, "a", "key" + rank, 1);
    }

    List<HotKey> keys = recorder.report();

    assertThat(keys).hasSize(20);
    for (HotKey key : keys) {
      double share = truth.getOrDefault(text(key), 0) / (double) samples;
      assertThat(share).as(text(key)).isBetween(key.ofNode().low(), key.ofNode().high());
      assertThat(key.ofNode().estimate()).isCloseTo(share, within(3.5 / 1024));
    }
    for (int rank = 1; rank <= 10; rank++) {
      assertThat(keys).extracting(HotKeyRecorderTest::text).contains("key" + rank);
    }
  }

  @Test
  void oneKeyStandsForAllOfItsCommand() {
    HotKeyRecorder recorder = recorder(1);
    List<byte[]> keys = IntStream.range(0, 50).mapToObj(i -> ("key" + i).getBytes(UTF_8)).toList();

    recorder.record("a", keys);

    assertThat(recorder.report()).hasSize(1);
    assertThat(recorder.report().get(0).commands()).isEqualTo(50);
  }

  @Test
  void keysOfMoreThan1024BytesAreNotCounted() {
    HotKeyRecorder recorder = recorder(1);
    record(recorder, "a", "k".repeat(1025), 1);
    recorder.record("a", List.of(new byte[1025]));
    record(recorder, "a", "k".repeat(1024), 1);

    assertThat(recorder.report())
        .singleElement()
        .satisfies(key -> assertThat(key.key()).hasSize(1024));
  }

  @Test
  void oneInSoManyCallsIsSampled() {
    HotKeyRecorder recorder = recorder(100);
    int sampled = 0;
    for (int i = 0; i < 1_000_000; i++) {
      sampled += recorder.samples() ? 1 : 0;
    }

    // Six standard deviations of 100: one run in 500 million is outside by chance.
    assertThat(sampled).isBetween(9_400, 10_600);
  }

  @Test
  void theMeterOfANodeIsTheShareOfItsHottestKeyAndNamesNoKey() {
    HotKeyRecorder recorder = recorder(1);
    record(recorder, "a", "hot", 3);
    record(recorder, "a", "cold", 1);
    record(recorder, "b", "other", 1);
    recorder.report();

    assertThat(registry.get("cress.hotkeys.share").tag("node", "a").gauge().value())
        .isEqualTo(0.75);
    assertThat(registry.get("cress.hotkeys.share").gauges())
        .hasSize(2)
        .allSatisfy(
            gauge ->
                assertThat(gauge.getId().getTags())
                    .extracting("key")
                    .containsExactlyInAnyOrder("cluster", "node"));

    now.set(Duration.ofMinutes(10).toNanos());
    recorder.report();
    assertThat(registry.find("cress.hotkeys.share").gauges()).isEmpty();
  }

  /** A stripe of the buffer has 64 places. */
  @Test
  void ofFewSamplesOfManyThreadsEachIsCounted() {
    for (int run = 0; run < 500; run++) {
      HotKeyRecorder recorder = recorder(1);

      CompletableFuture.allOf(
              IntStream.range(0, 4)
                  .mapToObj(i -> CompletableFuture.runAsync(() -> record(recorder, "a", "hot", 16)))
                  .toArray(CompletableFuture[]::new))
          .join();

      assertThat(recorder.report())
          .singleElement()
          .satisfies(key -> assertThat(key.commands()).isEqualTo(64));
    }
  }

  @Test
  void manyThreadsRecordAtOnceAndNothingIsCountedTwice() {
    HotKeyRecorder recorder = recorder(1);
    int each = 20_000;

    CompletableFuture.allOf(
            IntStream.range(0, 4)
                .mapToObj(i -> CompletableFuture.runAsync(() -> record(recorder, "a", "hot", each)))
                .toArray(CompletableFuture[]::new))
        .join();

    // Samples that find their place taken are dropped.
    assertThat(recorder.report())
        .singleElement()
        .satisfies(key -> assertThat(key.commands()).isBetween(1L, 4L * each));
  }
}
