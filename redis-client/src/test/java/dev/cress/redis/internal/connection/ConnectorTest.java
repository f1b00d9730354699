package dev.cress.redis.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ConnectionFuture;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
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

  /** Lettuce loses the reason when a server refuses a login before the caller's thread goes on. */
  @Test
  void theReasonThatLettuceHasLostIsToldByASecondAttempt() {
    Throwable unseen =
        RedisConnectionException.create(
            new IllegalStateException("RedisHandshakeHandler not registered"));
    Throwable wrongPassword = new RedisConnectionException("WRONGPASS invalid password");

    assertThat(connect(unseen, wrongPassword))
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCause(wrongPassword);
    assertThat(connect(unseen, unseen))
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .havingCause()
        .isInstanceOf(RedisConnectionException.class)
        .withMessageContaining("closed");
    assertThat(connect(wrongPassword))
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCause(wrongPassword);
  }

  /** What a connector answers when its attempts end like this, one after the other. */
  private static CompletableFuture<?> connect(Throwable... ends) {
    return new Connector(resources, new Failing(resources, ends))
        .connect(RedisURI.create("localhost", 1))
        .toCompletableFuture();
  }

  /** A Lettuce client that connects to nothing. */
  private static final class Failing extends RedisClient {

    private final Iterator<Throwable> ends;

    Failing(ClientResources resources, Throwable... ends) {
      super(resources, RedisURI.create("localhost", 1));
      this.ends = List.of(ends).iterator();
    }

    @Override
    public <K, V> ConnectionFuture<StatefulRedisConnection<K, V>> connectAsync(
        RedisCodec<K, V> codec, RedisURI uri) {
      return ConnectionFuture.from(null, CompletableFuture.failedFuture(ends.next()));
    }
  }
}
