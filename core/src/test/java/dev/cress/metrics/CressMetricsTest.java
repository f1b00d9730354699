package dev.cress.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CressMetricsTest {

  private enum Word {
    TWO_WORDS
  }

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final CressMetrics metrics = CressMetrics.of(registry, "orders");

  @Test
  void topologyGaugesReadTheTopologyAtEachScrape() {
    long[] version = {3};
    metrics.topology(
        new CressMetrics.TopologyReading() {
          @Override
          public long version() {
            return version[0];
          }

          @Override
          public long fingerprint() {
            return -1;
          }

          @Override
          public boolean isMigrating() {
            return version[0] == 4;
          }
        });

    version[0] = 4;

    assertThat(gauge("cress.topology.version")).isEqualTo(4);
    assertThat(gauge("cress.topology.fingerprint")).isEqualTo((double) ((1L << 48) - 1));
    assertThat(gauge("cress.migration.active")).isEqualTo(1);
  }

  @Test
  void nodeGaugesAreReplacedWithTheNodeSet() {
    metrics.nodes(List.of(new CressMetrics.NodeReading("a", 1, () -> 1)));
    metrics.nodes(List.of(new CressMetrics.NodeReading("b", 0.5, () -> 0)));

    assertThat(registry.find("cress.node.share").gauges())
        .singleElement()
        .satisfies(
            gauge -> {
              assertThat(gauge.getId().getTag("node")).isEqualTo("b");
              assertThat(gauge.value()).isEqualTo(0.5);
            });
    assertThat(gauge("cress.node.available")).isZero();
  }

  @Test
  void commandsAreTimedByNodeKindAndOutcome() {
    metrics.command("a", Word.TWO_WORDS, false, 1_500);

    assertThat(
            registry
                .get("cress.commands")
                .tags("cluster", "orders", "node", "a", "kind", "two_words", "outcome", "failure")
                .timer()
                .totalTime(TimeUnit.NANOSECONDS))
        .isEqualTo(1_500);
  }

  @Test
  void movedKeysAreCountedByResultAndWay() {
    metrics.keys(Word.TWO_WORDS, "a", "b", 2);
    metrics.keys(Word.TWO_WORDS, "a", "b", 3);

    assertThat(
            registry
                .get("cress.migration.keys")
                .tags("result", "two_words", "from", "a", "to", "b")
                .counter()
                .count())
        .isEqualTo(5);
  }

  @Test
  void withoutARegistryNothingIsWorthMeasuring() {
    assertThat(CressMetrics.none().isEnabled()).isFalse();
    assertThat(metrics.isEnabled()).isTrue();
  }

  private double gauge(String name) {
    return registry.get(name).gauge().value();
  }
}
