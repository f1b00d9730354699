package dev.cress.memcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cress.migration.MigrationPolicy;
import dev.cress.node.CressException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import net.spy.memcached.CachedData;
import net.spy.memcached.internal.OperationFuture;
import net.spy.memcached.ops.OperationException;
import net.spy.memcached.transcoders.Transcoder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An operation that goes wrong costs no other one. */
final class OperationErrorsIT {

  private static final int ITEM_SIZE = 1 << 20;

  private Fleet fleet;
  private CressMemcachedClient client;

  @BeforeEach
  void connect() throws Exception {
    fleet = new Fleet(1);
    client = fleet.builder().build();
    client.set("text", 0, "no number").get();
  }

  @AfterEach
  void close() {
    client.shutdown();
    fleet.close();
  }

  private List<Future<Object>> gets(int count) {
    List<Future<Object>> gets = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      gets.add(client.asyncGet("text"));
    }
    return gets;
  }

  private static void assertAllAnswered(List<Future<Object>> gets) throws Exception {
    for (Future<Object> get : gets) {
      assertThat(get.get()).isEqualTo("no number");
    }
  }

  @Test
  void anErrorReplyFailsItsOwnOperationOnly() throws Exception {
    List<Future<Object>> before = gets(100);
    OperationFuture<Long> wrong = client.asyncIncr("text", 1);
    List<Future<Object>> behind = gets(200);

    assertThatThrownBy(wrong::get)
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(OperationException.class)
        .hasMessageContaining("non-numeric");
    assertAllAnswered(before);
    assertAllAnswered(behind);
    assertThat(fleet.proxy("a").connections()).isOne();
  }

  @Test
  void aSynchronousCounterThatFailsIsNotTakenForAnAbsentOne() {
    assertThatThrownBy(() -> client.incr("text", 1))
        .isInstanceOf(CressException.class)
        .hasMessageContaining("non-numeric");
    assertThatThrownBy(() -> client.decr("text", 1, 7, 0)).isInstanceOf(CressException.class);
    assertThat(client.get("text")).isEqualTo("no number");
    assertThat(client.incr("absent", 1)).isEqualTo(-1);
    assertThat(client.incr("absent", 1, 7)).isEqualTo(7);
  }

  @Test
  void aCounterBeyondALongFailsByItself() throws Exception {
    client.set("counter", 0, "9223372036854775807").get();

    assertThatThrownBy(() -> client.incr("counter", 1))
        .isInstanceOf(CressException.class)
        .hasMessageContaining("greater than");
    assertThat(client.get("text")).isEqualTo("no number");
  }

  @Test
  void aValueBeyondTheServersItemSizeIsRefusedBeforeItIsSent() throws Exception {
    List<Future<Object>> before = gets(50);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> client.set("large", 0, noise(ITEM_SIZE + 1), new Raw()))
        .withMessage(
            "a value must have at most 1048576 bytes, the largest item of node a, but had 1048577");
    assertAllAnswered(before);
  }

  @Test
  void theItemSizeIsTheServersOwn() throws Exception {
    fleet.add("b", "-I", "2m");
    CressMemcachedClient larger =
        CressMemcachedClient.builder().nodes(fleet.nodeSet().without("a")).build();
    try {
      byte[] value = noise(ITEM_SIZE + ITEM_SIZE / 2);

      assertThat(larger.set("large", 0, value, new Raw()).get()).isTrue();
      assertThat(larger.get("large", new Raw())).isEqualTo(value);
    } finally {
      larger.shutdown();
    }
  }

  @Test
  void aValueThatTheServerRefusesFailsByItself() throws Exception {
    Future<Boolean> refused = client.set("large", 0, noise(ITEM_SIZE - 10), new Raw());
    List<Future<Object>> behind = gets(200);

    assertThatThrownBy(refused::get)
        .hasCauseInstanceOf(OperationException.class)
        .hasMessageContaining("object too large for cache");
    assertAllAnswered(behind);
    assertThat(fleet.proxy("a").connections()).isOne();
  }

  @Test
  void aCasThatTheServerRefusesFailsByItself() {
    long token = client.gets("text").getCas();

    Future<?> refused = client.asyncCAS("large", token, 0, noise(ITEM_SIZE - 10), new Raw());

    assertThatThrownBy(refused::get).hasMessageContaining("object too large for cache");
    assertThat(client.get("text")).isEqualTo("no number");
  }

  @Test
  void aTranscoderThatThrowsFailsItsOwnReadOnly() throws Exception {
    List<Future<Object>> before = gets(50);
    Future<?> wrong = client.asyncGets("text", new Throwing());
    List<Future<Object>> behind = gets(200);

    assertThatThrownBy(wrong::get).hasMessageContaining("could not be decoded");
    assertThatThrownBy(() -> client.getAndTouch("text", 60, new Throwing()))
        .hasRootCauseMessage("no such class");
    assertAllAnswered(before);
    assertAllAnswered(behind);
    assertThat(fleet.proxy("a").connections()).isOne();
  }

  @Test
  void keysThatCannotBeSentAreRefusedAndNotNamed() {
    for (String key :
        List.of("a\tb", "a b", "a\r\nflush_all", "a\u007fb", "\u0001", "a\ud800b", "")) {
      assertRefused(() -> client.get(key), key);
      assertRefused(() -> client.set(key, 0, "x"), key);
      assertRefused(() -> client.getBulk("text", key), key);
    }
    assertThat(client.get("text")).isEqualTo("no number");
  }

  private static void assertRefused(Runnable call, String key) {
    assertThatIllegalArgumentException()
        .isThrownBy(call::run)
        .withMessageStartingWith("a key must have")
        .satisfies(
            e -> {
              if (key.length() > 1) {
                assertThat(e.getMessage()).doesNotContain(key);
              }
            });
  }

  @Test
  void keysAreMeasuredInBytes() throws Exception {
    String longest = "ü".repeat(125);

    client.set(longest, 0, "value").get();

    assertThat(client.get(longest)).isEqualTo("value");
    assertThat(client.getBulk(longest, "text"))
        .isEqualTo(Map.of(longest, "value", "text", "no number"));
    assertRefused(() -> client.get(longest + "u"), longest);
  }

  @Test
  void allBitsOfTheFlagsAreKeptWhereKeysDoNotMove() throws Exception {
    CressMemcachedClient still = fleet.builder().migration(MigrationPolicy.off()).build();
    try {
      for (int flags : new int[] {0, 1, 0xffff, 0x7fffffff, 0x80000000, -1}) {
        still.set("flags", 0, new byte[] {1}, new Flagging(flags)).get();

        Flagging seen = new Flagging(0);
        still.get("flags", seen);

        assertThat(seen.flags).isEqualTo(flags);
      }
    } finally {
      still.shutdown();
    }
  }

  @Test
  void flagsThatMarkTombstonesAreRefusedBeforeAnythingIsSent() throws Exception {
    for (int flags : new int[] {0x80000000, -1}) {
      Flagging marked = new Flagging(flags);
      long token = client.gets("text").getCas();

      assertFlagsRefused(() -> client.set("text", 0, new byte[] {1}, marked), flags);
      assertFlagsRefused(() -> client.add("new", 0, new byte[] {1}, marked), flags);
      assertFlagsRefused(() -> client.replace("text", 0, new byte[] {1}, marked), flags);
      assertFlagsRefused(() -> client.cas("text", token, 0, new byte[] {1}, marked), flags);
    }
    assertThat(client.get("text")).isEqualTo("no number");
    assertThat(client.get("new")).isNull();
  }

  /** One that was to last for a window outlives it where its client ended in the window. */
  @Test
  void aTombstoneThatWasLeftIsAMissUnlessKeysNeverMove() {
    String owner = client.ownerOf("left").name();
    new DirectServer(owner, fleet.server(owner)).store("left", "", 0x80000000L, 0);
    CressMemcachedClient still = fleet.builder().migration(MigrationPolicy.off()).build();
    try {
      assertThat(client.get("left")).isNull();
      assertThat(client.gets("left")).isNull();
      assertThat(client.getAndTouch("left", 0)).isNull();
      assertThat(client.getBulk("left", "text")).isEqualTo(Map.of("text", "no number"));
      assertThat(still.gets("left")).isNotNull();
    } finally {
      still.shutdown();
    }
  }

  private static void assertFlagsRefused(Runnable call, int flags) {
    assertThatIllegalArgumentException()
        .isThrownBy(call::run)
        .withMessageStartingWith("flags must not have bit 31")
        .withMessageContaining("but were " + flags + ";");
  }

  static byte[] noise(int length) {
    byte[] noise = new byte[length];
    new Random(42).nextBytes(noise);
    return noise;
  }

  /** Bytes as they are. */
  static class Raw implements Transcoder<byte[]> {
    @Override
    public boolean asyncDecode(CachedData data) {
      return false;
    }

    @Override
    public CachedData encode(byte[] value) {
      return new CachedData(0, value, getMaxSize());
    }

    @Override
    public byte[] decode(CachedData data) {
      return data.getData();
    }

    @Override
    public int getMaxSize() {
      return Integer.MAX_VALUE;
    }
  }

  private static final class Throwing extends Raw {
    @Override
    public byte[] decode(CachedData data) {
      throw new IllegalStateException("no such class");
    }
  }

  /** Bytes with flags: those it is given when it writes, those it sees when it reads. */
  static final class Flagging extends Raw {
    volatile int flags;

    Flagging(int flags) {
      this.flags = flags;
    }

    @Override
    public CachedData encode(byte[] value) {
      return new CachedData(flags, value, getMaxSize());
    }

    @Override
    public byte[] decode(CachedData data) {
      flags = data.getFlags();
      return data.getData();
    }
  }
}
