package dev.cress.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collection;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BenchmarksIT {

  private static final Size TINY =
      new Size(Duration.ofMillis(20), Duration.ofMillis(30), 2, 500, 1, 0);
  private static final String NUMBER = "\\d+(\\.\\d{3})?";

  static Collection<String> names() {
    return Bench.ALL.keySet();
  }

  @ParameterizedTest
  @MethodSource("names")
  void eachAnswersWithItsNameAndItsRatios(String name) throws Exception {
    String json = Bench.run(name, TINY).toJson();

    assertThat(json)
        .matches(
            // a round so short may end before the JVM's clock of CPU time ticks
            ("\\{\"name\":\"%s\",\"ratio\":N,\"low\":N,\"high\":N,\"cpuRatio\":(N|null)"
                    + "(,\"\\w+\":(N|null))*}")
                .formatted(name)
                .replace("N", NUMBER));
  }
}
