package dev.cress.testservers.memcached;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StoreTest {

  private final AtomicLong time = new AtomicLong(1_700_000_000L);
  private final ServerClock clock = new ServerClock(time::get);
  private final Store store = new Store(clock, 1024);

  /** As a real server does: its crawler counts the second of the deadline, a read does not. */
  @Test
  void anItemIsDumpedUpToTheEndOfTheSecondInWhichItExpires() {
    Item item = new Item("key", 0, new byte[1], clock.deadline(10));
    store.put(item);

    time.addAndGet(10);
    assertThat(store.dump()).containsExactly(item);

    time.addAndGet(1);
    assertThat(store.dump()).isEmpty();
  }

  @Test
  void anItemThatHasExpiredIsNotFoundAnyMore() {
    store.put(new Item("key", 0, new byte[1], clock.deadline(10)));
    time.addAndGet(9);
    assertThat(store.find("key")).isNotNull();

    time.addAndGet(1);

    assertThat(store.find("key")).isNull();
    assertThat(store.dump()).isEmpty();
  }

  @Test
  void aFlushOfTheSameSecondTakesOnlyWhatIsOlder() {
    Item item = new Item("new", 0, new byte[1], 0);
    store.put(new Item("old", 0, new byte[1], 0));

    store.flush(0);
    store.put(item);

    assertThat(store.dump()).containsExactly(item);
    assertThat(store.find("old")).isNull();
  }
}
