package dev.cress.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.examples.demo.Tally.Counts;
import dev.cress.node.Node;
import dev.cress.node.NodeSet;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class TrackedKeyTest {

  private static final long TTL = 60_000;
  private static final long ROUNDING = 2_000;

  /** Chances that make {@link TrackedKey#use} do one thing. */
  private static final int READ = 0;

  private static final int CHANGE = 70;
  private static final int READ_TIME_LEFT = 80;
  private static final int RENEW = 85;
  private static final int DELETE = 99;

  private final Map<String, String> data = new ConcurrentHashMap<>();
  private final Tally tally = new Tally();
  private Drift drift = Drift.NONE;
  private TimeLeft left = TimeLeft.millis(TTL);
  private final TrackedKey key = new TrackedKey(new MapEntry(), tally);

  @Test
  void aPerfectCacheMakesNoMistake() {
    key.create(1);
    for (int chance : new int[] {READ, CHANGE, READ, READ_TIME_LEFT, RENEW, READ, DELETE, READ}) {
      use(chance);
    }

    assertThat(tally.counts()).isEqualTo(new Counts(9, 3, 3, 0, 0));
  }

  @Test
  void aKeyThatIsLostIsAWrongAnswer() {
    key.create(1);

    data.clear();
    use(READ);

    assertThat(tally.counts()).isEqualTo(new Counts(2, 1, 0, 1, 0));
  }

  @Test
  void anOldValueIsAWrongAnswer() {
    key.create(1);
    String old = data.get("key");
    use(CHANGE);

    data.put("key", old);
    use(READ);

    assertThat(tally.counts()).isEqualTo(new Counts(3, 1, 0, 1, 0));
  }

  @Test
  void aDeletedKeyThatIsBackIsAWrongAnswer() {
    key.create(1);
    String old = data.get("key");
    use(DELETE);

    data.put("key", old);
    use(READ);

    assertThat(tally.counts().wrongAnswers()).isEqualTo(1);
  }

  @Test
  void aKeyThatHasLostItsExpiryIsAWrongExpiry() {
    key.create(1);

    left = TimeLeft.ENDLESS;
    use(READ_TIME_LEFT);

    assertThat(tally.counts().ttlErrors()).isEqualTo(1);
  }

  @Test
  void anExpiryIsWrongOnlyWhenItIsHoweverItWasRounded() {
    assertThat(ttlErrorsWhenLeft(TTL - ROUNDING)).isZero();
    assertThat(ttlErrorsWhenLeft(TTL + ROUNDING)).isZero();
    assertThat(ttlErrorsWhenLeft(TTL - 10 * ROUNDING)).isEqualTo(1);
    assertThat(ttlErrorsWhenLeft(TTL + 10 * ROUNDING)).isEqualTo(1);
  }

  @Test
  void aMoveMayChangeAnExpiryAsFarAsTheContenderSays() {
    drift = new Drift(20 * ROUNDING, 20 * ROUNDING);

    assertThat(ttlErrorsWhenLeft(TTL - 10 * ROUNDING)).isZero();
    assertThat(ttlErrorsWhenLeft(TTL + 10 * ROUNDING)).isZero();
  }

  @Test
  void whatCannotBeToldIsNoMistake() {
    key.create(1);

    left = TimeLeft.UNKNOWN;
    use(READ_TIME_LEFT);

    assertThat(tally.counts()).isEqualTo(new Counts(2, 0, 0, 0, 0));
  }

  private long ttlErrorsWhenLeft(long millis) {
    data.clear();
    Tally own = new Tally();
    TrackedKey other = new TrackedKey(new MapEntry(), own);
    other.create(1);
    left = TimeLeft.millis(millis);
    other.use(chance(READ_TIME_LEFT));
    return own.counts().ttlErrors();
  }

  private void use(int chance) {
    key.use(chance(chance));
  }

  private static RandomGenerator chance(int chance) {
    return new RandomGenerator() {
      @Override
      public int nextInt(int bound) {
        return bound == 100 ? chance : 1;
      }

      @Override
      public long nextLong() {
        throw new AssertionError("not asked for");
      }
    };
  }

  private static final Kind<Map<String, String>> WHOLE =
      new Kind<>(
          (map, key, value) -> {
            map.put(key, value.number());
            return CompletableFuture.completedFuture("OK");
          },
          value -> "OK",
          (map, key) -> CompletableFuture.completedFuture(map.get(key)),
          Value::number,
          null,
          false);

  /** A key in the map, whose life is what the test says. */
  private final class MapEntry extends Entry<Map<String, String>> {

    MapEntry() {
      super(new MapContender(), "key", WHOLE, TTL);
    }

    @Override
    CompletionStage<?> create(Value value) {
      return change(value);
    }

    @Override
    CompletionStage<Boolean> renew() {
      return CompletableFuture.completedFuture(data.containsKey("key"));
    }

    @Override
    CompletionStage<Boolean> delete() {
      return CompletableFuture.completedFuture(data.remove("key") != null);
    }

    @Override
    CompletionStage<TimeLeft> timeLeft() {
      return CompletableFuture.completedFuture(left);
    }

    @Override
    long rounding() {
      return ROUNDING;
    }
  }

  private final class MapContender implements Contender<Map<String, String>> {

    @Override
    public String name() {
      return "map";
    }

    @Override
    public Map<String, String> commands(String key) {
      return data;
    }

    @Override
    public Node ownerOf(String key) {
      return Node.of("a", "127.0.0.1", 1);
    }

    @Override
    public CompletableFuture<?> changeTo(NodeSet nodes) {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public Drift drift() {
      return drift;
    }

    @Override
    public String activity() {
      return "";
    }

    @Override
    public void close() {}
  }
}
