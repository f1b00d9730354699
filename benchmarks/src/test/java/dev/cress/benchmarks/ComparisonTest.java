package dev.cress.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class ComparisonTest {

  private static final Size SIZE =
      new Size(Duration.ofSeconds(4), Duration.ofSeconds(1), 4, 0, 0, 0);

  private final List<String> turns = new ArrayList<>();
  private long now;
  private long cpu;
  private double slowness = 1;

  @Test
  void theFasterSideHasTheHigherRatios() throws Exception {
    Comparison.Ratios ratios = compare(side("cress", 200, 2_000), side("rival", 100, 4_000));

    assertThat(ratios.throughput().median()).isCloseTo(2, within(0.01));
    assertThat(ratios.cpu().median()).isCloseTo(2, within(0.01));
    assertThat(ratios.p99().median()).isCloseTo(2, within(0.05));
    assertThat(ratios.cressNanos().median()).isCloseTo(2_000, within(1.0));
  }

  @Test
  void aMachineThatSlowsDownChangesNoMedian() throws Exception {
    Side cress = side("cress", 200, 2_000);
    Side rival = side("rival", 200, 2_000);

    Comparison.Ratios ratios =
        compare(
            time -> {
              slowness *= 1.1;
              return cress.work(time);
            },
            time -> {
              slowness *= 1.1;
              return rival.work(time);
            });

    assertThat(ratios.throughput().median()).isCloseTo(1, within(0.01));
    assertThat(ratios.throughput().low()).isCloseTo(1 / 1.1, within(0.01));
    assertThat(ratios.throughput().high()).isCloseTo(1.1, within(0.01));
  }

  @Test
  void afterTheWarmUpTheSidesTakeTurnsAtGoingFirst() throws Exception {
    compare(side("cress", 1, 1), side("rival", 1, 1));

    assertThat(turns.subList(8, turns.size()))
        .containsExactly("cress", "rival", "rival", "cress", "cress", "rival", "rival", "cress");
  }

  private Comparison.Ratios compare(Side cress, Side rival) throws Exception {
    return new Comparison(() -> now, () -> cpu).run(SIZE, cress, rival);
  }

  /** A side that does so many operations in a second of the fake clock. */
  private Side side(String name, int perSecond, long cpuPerOperation) {
    return time -> {
      turns.add(name);
      Histogram latencies = Side.latencies();
      int operations = (int) (perSecond * time.toSeconds());
      for (int i = 0; i < operations; i++) {
        latencies.recordValue(1_000_000_000L / perSecond);
      }
      now += (long) (time.toNanos() * slowness);
      cpu += operations * cpuPerOperation;
      return latencies;
    };
  }
}
