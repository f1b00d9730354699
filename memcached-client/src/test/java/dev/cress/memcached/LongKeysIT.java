package dev.cress.memcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import net.spy.memcached.CASResponse;
import net.spy.memcached.CASValue;
import net.spy.memcached.MemcachedClient;
import net.spy.memcached.internal.BulkFuture;
import net.spy.memcached.internal.GetFuture;
import net.spy.memcached.ops.StatusCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Keys that memcached would refuse, on a client that hashes them. */
final class LongKeysIT {

  private static final List<String> LONG_KEYS =
      List.of(
          "k".repeat(251),
          "ü".repeat(5_000),
          "a b",
          "a\r\nflush_all\r\n",
          "\u0000",
          "",
          "__cress__:key1:mine");
  private static final int HOUR = 3_600;

  private Fleet fleet;
  private CressMemcachedClient client;

  @BeforeEach
  void connect() {
    fleet = new Fleet(3);
    client = fleet.builder().hashLongKeys().build();
  }

  @AfterEach
  void close() {
    client.shutdown();
    fleet.close();
  }

  /** The key on the wire, from the text of its documentation. */
  private static String digest(String key) throws Exception {
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
    return "__cress__:key1:" + Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
  }

  /** The value on the wire, from the text of its documentation. */
  private static byte[] packed(String key, byte[] value) {
    byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(4 + bytes.length + value.length)
        .putInt(bytes.length)
        .put(bytes)
        .put(value)
        .array();
  }

  private MemcachedClient ownersServer(String key) {
    return fleet.on(client.ownerOf(key).name());
  }

  @Test
  void aValueIsReadBackByEveryReadUnderTheCallersKey() throws Exception {
    for (String key : LONG_KEYS) {
      assertThat(client.get(key)).isNull();
      assertThat(client.set(key, HOUR, "value").get()).isTrue();

      assertThat(client.get(key)).isEqualTo("value");
      assertThat(client.gets(key).getValue()).isEqualTo("value");
      assertThat(client.getAndTouch(key, HOUR).getValue()).isEqualTo("value");
      assertThat(client.getBulk(key, "other")).isEqualTo(Map.of(key, "value"));
      assertThat(client.asyncGetBulk(key).getSome(5, TimeUnit.SECONDS)).containsOnlyKeys(key);
    }
  }

  @Test
  void longAndShortKeysAreReadAtOnce() throws Exception {
    Map<String, Object> stored = new HashMap<>();
    IntStream.range(0, 200)
        .forEach(i -> stored.put(i % 2 == 0 ? "key:" + i : "long key " + i, "value " + i));
    for (Map.Entry<String, Object> entry : stored.entrySet()) {
      client.set(entry.getKey(), HOUR, entry.getValue()).get();
    }

    BulkFuture<Map<String, Object>> read = client.asyncGetBulk(stored.keySet());

    assertThat(read.get()).isEqualTo(stored);
    assertThat(read.getStatus().isSuccess()).isTrue();
    assertThat(client.getBulk("long key x", "key:x")).isEmpty();
  }

  @Test
  void writesDoWhatTheyDoForOtherKeys() throws Exception {
    for (String key : LONG_KEYS) {
      assertThat(client.replace(key, HOUR, "none").get()).isFalse();
      assertThat(client.add(key, HOUR, "first").get()).isTrue();
      assertThat(client.add(key, HOUR, "again").get()).isFalse();
      assertThat(client.replace(key, HOUR, "second").get()).isTrue();
      CASValue<Object> token = client.gets(key);
      assertThat(client.cas(key, token.getCas(), "third")).isEqualTo(CASResponse.OK);
      assertThat(client.cas(key, token.getCas(), "late")).isEqualTo(CASResponse.EXISTS);
      assertThat(client.get(key)).isEqualTo("third");
      assertThat(client.touch(key, HOUR).get()).isTrue();
      assertThat(client.delete(key).get()).isTrue();
      assertThat(client.delete(key).get()).isFalse();
      assertThat(client.touch(key, HOUR).get()).isFalse();
      assertThat(client.cas(key, token.getCas(), "gone")).isEqualTo(CASResponse.NOT_FOUND);
      assertThat(client.get(key)).isNull();
    }
  }

  @Test
  void aValueIsOnTheOwnerOfItsDigestInTheDocumentedForm() throws Exception {
    for (String key : LONG_KEYS) {
      client.set(key, HOUR, new byte[] {7}, new OperationErrorsIT.Raw()).get();

      assertThat(client.ownerOf(key))
          .isEqualTo(
              client.topology().placement().owner(digest(key).getBytes(StandardCharsets.UTF_8)));
      assertThat(client.getNodeLocator().getPrimary(key).getSocketAddress())
          .isEqualTo(new InetSocketAddress(client.ownerOf(key).host(), client.ownerOf(key).port()));
      for (String name : fleet.names()) {
        assertThat(fleet.on(name).get(digest(key), new OperationErrorsIT.Raw()))
            .isEqualTo(
                name.equals(client.ownerOf(key).name()) ? packed(key, new byte[] {7}) : null);
      }
    }
  }

  @Test
  void anotherKeyUnderTheSameDigestIsAMiss() throws Exception {
    String key = "a b";
    for (byte[] foreign :
        List.of(packed("a c", new byte[] {1}), new byte[0], new byte[] {1, 2, 3, 4, 5, 6, 7, 8})) {
      ownersServer(key).set(digest(key), HOUR, foreign, new OperationErrorsIT.Raw()).get();
      client.set("short", HOUR, "x").get();

      GetFuture<Object> get = client.asyncGet(key);
      assertThat(get.get()).isNull();
      assertThat(get.getStatus().isSuccess()).isFalse();
      assertThat(get.getStatus().getStatusCode()).isEqualTo(StatusCode.ERR_NOT_FOUND);
      assertThat(client.gets(key)).isNull();
      assertThat(client.getAndTouch(key, HOUR)).isNull();
      assertThat(client.getBulk(key, "short")).isEqualTo(Map.of("short", "x"));
      BulkFuture<Map<String, Object>> bulk = client.asyncGetBulk(key);
      assertThat(bulk.get()).isEmpty();
      assertThat(bulk.getStatus().isSuccess()).isFalse();
    }

    client.set(key, HOUR, "mine").get();

    assertThat(client.get(key)).isEqualTo("mine");
  }

  @Test
  void whatWouldBreakTheStoredKeyIsRefused() throws Exception {
    client.set("a b", HOUR, "1").get();

    for (Runnable call :
        List.<Runnable>of(
            () -> client.append("a b", "x"),
            () -> client.prepend("a b", "x"),
            () -> client.incr("a b", 1),
            () -> client.decr("a b", 1),
            () -> client.incr("a b", 1, 7),
            () -> client.asyncIncr("a b", 1),
            () -> client.asyncDecr("a b", 1))) {
      assertThatExceptionOfType(UnsupportedOperationException.class)
          .isThrownBy(call::run)
          .withMessageContaining("is not possible on a long key")
          .satisfies(e -> assertThat(e.getMessage()).doesNotContain("a b"));
    }
    assertThat(client.get("a b")).isEqualTo("1");
    assertThat(client.incr("short", 1, 7)).isEqualTo(7);
    assertThat(client.append("short", "1").get()).isTrue();
    assertThat(client.incr("short", 1)).isEqualTo(72);
  }

  @Test
  void allBitsOfTheFlagsAreKept() throws Exception {
    for (int flags : new int[] {0, 1, 0xffff, 0x7fffffff}) {
      client.set("a b", HOUR, new byte[] {1}, new OperationErrorsIT.Flagging(flags)).get();

      OperationErrorsIT.Flagging seen = new OperationErrorsIT.Flagging(0);
      assertThat(client.get("a b", seen)).containsExactly(1);

      assertThat(seen.flags).isEqualTo(flags);
    }
  }

  @Test
  void theStoredKeyCountsForTheItemSize() {
    int itemSize = 1 << 20;

    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> client.set("a b", HOUR, new byte[itemSize - 6], new OperationErrorsIT.Raw()))
        .withMessageStartingWith("a value must have at most 1048576 bytes")
        .withMessageEndingWith("but had 1048577");
  }

  @Test
  void aClientWithoutTheOptionRefusesLongKeysAndReadsShortOnes() throws Exception {
    client.set("short", HOUR, "x").get();
    CressMemcachedClient other = fleet.builder().build();
    try {
      assertThat(other.get("short")).isEqualTo("x");
      for (String key : LONG_KEYS.subList(0, LONG_KEYS.size() - 1)) {
        assertThatIllegalArgumentException().isThrownBy(() -> other.get(key));
        assertThatIllegalArgumentException().isThrownBy(() -> other.getBulk("short", key));
      }
    } finally {
      other.shutdown();
    }
  }
}
