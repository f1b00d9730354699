package dev.cress.testservers.memcached;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ServerClockTest {

  private static final long EPOCH_SECONDS = 1_700_000_000L;
  private static final int DAYS_30 = 2_592_000;

  private final AtomicLong time = new AtomicLong(EPOCH_SECONDS);
  private final ServerClock clock = new ServerClock(time::get);

  @Test
  void noExpiryTimeIsNoDeadline() {
    assertThat(clock.deadline(0)).isZero();
  }

  @Test
  void upToThirtyDaysAnExpiryTimeCountsFromNow() {
    time.addAndGet(1_000);

    assertThat(clock.deadline(1)).isEqualTo(clock.now() + 1);
    assertThat(clock.deadline(DAYS_30)).isEqualTo(clock.now() + DAYS_30);
  }

  @Test
  void beyondThirtyDaysItCountsFrom1970() {
    time.addAndGet(1_000);

    assertThat(clock.deadline((int) time.get() + 500)).isEqualTo(clock.now() + 500);
    assertThat(clock.deadline((int) time.get() - 500)).isEqualTo(clock.now() - 500);
  }

  @Test
  void aTimeBeforeTheServerStartedIsAnEarlyDeadlineAndNotNone() {
    assertThat(clock.deadline(-1)).isEqualTo(1);
    assertThat(clock.deadline(DAYS_30 + 1)).isEqualTo(1);
    assertThat(clock.now()).isGreaterThan(1);
  }
}
