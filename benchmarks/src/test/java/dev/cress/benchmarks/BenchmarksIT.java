package dev.cress.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collection;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BenchmarksIT {

  /* The JVM tells its CPU time in steps of 10 ms: in a shorter round it may use none. */
  private static final Size TINY =
      new Size(Duration.ofMillis(40), Duration.ofMillis(100), 2, 500, 1, 0);
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
            ("\\{\"name\":\"%s\",\"ratio\":N,\"low\":N,\"high\":N,\"cpuRatio\":N"
                    + "(,\"\\w+\":(N|null))*}")
                .formatted(name)
                .replace("N", NUMBER));
  }
}
