package dev.cress.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ResultTest {

  @Test
  void isOneJsonObjectOnALine() {
    Result result =
        new Result("drain", Spread.of(3, 1, 2), 0.5)
            .with("keysPerSecond", 50_123.4)
            .with("unknown", Double.NaN);

    assertThat(result.toJson())
        .isEqualTo(
            "{\"name\":\"drain\",\"ratio\":2.000,\"low\":1.500,\"high\":2.500,\"cpuRatio\":0.500,"
                + "\"keysPerSecond\":50123,\"unknown\":null}");
  }
}
