package dev.cress.memcached.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class ConnectorTest {

  private static LongStream delays(int attempt) {
    return LongStream.range(0, 1_000).map(i -> Connector.reconnectDelay(attempt).toMillis());
  }

  @Test
  void reconnectsComeLaterUpToTwoSeconds() {
    assertThat(delays(1)).allMatch(delay -> delay >= 25 && delay <= 50);
    assertThat(delays(3)).allMatch(delay -> delay >= 100 && delay <= 200);
    for (int attempt : new int[] {7, 20, 1_000, Integer.MAX_VALUE}) {
      assertThat(delays(attempt)).allMatch(delay -> delay >= 1_000 && delay <= 2_000);
    }
  }

  /** 1,000 draws of 1,001 equally likely delays differ in about 632 values; 400 is far below. */
  @Test
  void reconnectsOfManyClientsAreSpread() {
    assertThat(delays(7).distinct().count()).isGreaterThan(400);
  }

  @Test
  void aVersionTellsWhetherThereAreMetaCommands() {
    for (String version : new String[] {"1.6.10", "1.6.18", "1.6.10-rc1", "1.7.0", "2.0.0"}) {
      assertThat(new ServerSettings(version, 1).hasMetaCommands()).as(version).isTrue();
    }
    for (String version : new String[] {"1.6.9", "1.5.22", "1.4.24 (Ubuntu)", "", "unknown"}) {
      assertThat(new ServerSettings(version, 1).hasMetaCommands()).as(version).isFalse();
    }
  }

  @Test
  void theTagsOfSocketsBeginAgainPast32767AndAreNever0() {
    Connector connector =
        new Connector(
            Duration.ofSeconds(2), 1, null, node -> InetSocketAddress.createUnresolved("x", 1));

    int[] tags = IntStream.range(0, 32_769).map(i -> connector.nextTag()).toArray();

    assertThat(tags).startsWith(tags[32_767], tags[32_768]).contains(1, 32_767).doesNotContain(0);
    assertThat(tags[1]).isEqualTo(tags[0] == 32_767 ? 1 : tags[0] + 1);
    connector.close();
  }

  @Test
  void aServerMayBeSilentALittleLongerThanACallerWaits() {
    Connector connector =
        new Connector(
            Duration.ofSeconds(2), 1, null, node -> InetSocketAddress.createUnresolved("x", 1));

    assertThat(connector.silence()).isEqualTo(Duration.ofSeconds(3));
    connector.close();
  }
}
