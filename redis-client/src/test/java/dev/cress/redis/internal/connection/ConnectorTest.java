package dev.cress.redis.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.resource.ClientResources;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ConnectorTest {

  private static ClientResources resources;
  private static Connector connector;

  @BeforeAll
  static void start() {
    resources = ClientResources.create();
    connector = new Connector(resources, ClientOptions.create());
  }

  @AfterAll
  static void stop() {
    connector.closeAsync().join();
    resources.shutdown().syncUninterruptibly();
  }

  private static List<Long> delays(int attempt) {
    return IntStream.range(0, 500)
        .mapToObj(i -> connector.reconnectDelay(attempt).toMillis())
        .toList();
  }

  @Test
  void manyClientsThatLostTheSameNodeComeBackAtDifferentTimes() {
    List<Long> delays = delays(8);

    assertThat(delays).allMatch(delay -> delay >= 0 && delay <= 2_000);
    assertThat(delays.stream().distinct().count()).isGreaterThan(100);
    assertThat(Collections.max(delays) - Collections.min(delays)).isGreaterThan(300);
  }

  @Test
  void theFirstAttemptsComeSoonAndNoneIsLaterThanTwoSeconds() {
    assertThat(delays(1)).allMatch(delay -> delay <= 20);
    assertThat(delays(1_000)).allMatch(delay -> delay <= 2_000);
  }
}
