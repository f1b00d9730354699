package dev.cress.redis.internal.migration;

import static dev.cress.redis.internal.migration.InternalKeys.bytes;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.testservers.TestNode;
import dev.cress.testservers.TestServers;
import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ScriptForManyIT {

  private static final String FENCE = "2:1:x";
  private static final byte[] MARKS = InternalKeys.marks(2);

  private final TestServers servers = TestServers.start();
  private final TestNode server = servers.redis();
  private final RedisClient client =
      RedisClient.create("redis://" + server.host() + ":" + server.port());
  private final RedisCommands<byte[], byte[]> redis =
      client.connect(ByteArrayCodec.INSTANCE).sync();

  @BeforeEach
  void open() {
    redis.set(InternalKeys.OUT, bytes("2:1"));
    redis.set(InternalKeys.IN, bytes(FENCE));
    redis.zadd(MARKS, Double.POSITIVE_INFINITY, bytes(InternalKeys.PREFIX));
  }

  @AfterEach
  void stop() {
    client.shutdown();
    servers.close();
  }

  @Test
  void eachKeyIsReadAsByACallOfItsOwn() {
    redis.set(bytes("small"), bytes("value"));
    redis.set(bytes("large"), new byte[100_000]);

    List<Reply> replies = dump("256000", "small", "none", "large", "small");

    assertThat(replies).extracting(Reply::word).containsExactly("DUMP", "NONE", "LARGE", "DUMP");
    assertThat(replies.get(0).bytes(1)).isEqualTo(redis.dump(bytes("small")));
    assertThat(replies.get(0).number(2)).isEqualTo(-1);
  }

  @Test
  void readingEndsOnceTheAnswersAreLarge() {
    byte[] incompressible = new byte[400];
    new SplittableRandom(1).nextBytes(incompressible);
    redis.set(bytes("k"), incompressible);

    assertThat(dump("1000", "k", "k", "k", "k", "k")).hasSize(3);
    assertThat(dump("1", "k", "k")).hasSize(1);
  }

  @Test
  void anErrorConcernsItsKeyOnly() {
    redis.set(bytes("there"), bytes("newer"));
    redis.set(bytes("source"), bytes("value"));
    byte[] payload = redis.dump(bytes("source"));

    List<Reply> replies =
        adopt(
            List.of("a", "bad", "there", "b"),
            List.of(payload, bytes("no payload"), payload, payload));

    assertThat(replies).extracting(Reply::word).containsExactly("MOVED", "ERROR", "AUTH", "MOVED");
    assertThat(redis.mget(bytes("a"), bytes("there"), bytes("b")))
        .extracting(pair -> new String(pair.getValue(), UTF_8))
        .containsExactly("value", "newer", "value");
    assertThat(redis.exists(bytes("bad"))).isZero();
    assertThat(redis.zscore(MARKS, bytes("bad"))).isNull();
  }

  private List<Reply> dump(String most, String... keys) {
    List<byte[]> all = new ArrayList<>(List.of(InternalKeys.OUT));
    Arrays.stream(keys).map(InternalKeys::bytes).forEach(all::add);
    return call(
        Scripts.STANDARD.dump(),
        all,
        List.of(bytes("1"), bytes("2"), bytes(most), bytes("2"), bytes("50000")));
  }

  private List<Reply> adopt(List<String> keys, List<byte[]> payloads) {
    List<byte[]> all = new ArrayList<>(List.of(InternalKeys.IN, MARKS));
    keys.stream().map(InternalKeys::bytes).forEach(all::add);
    List<byte[]> args = new ArrayList<>();
    for (String shared : List.of("2", "2", "256000", FENCE, "9000000000000")) {
      args.add(bytes(shared));
    }
    payloads.forEach(payload -> args.addAll(List.of(bytes("0"), payload, new byte[0])));
    return call(Scripts.STANDARD.adopt(), all, args);
  }

  private List<Reply> call(Script script, List<byte[]> keys, List<byte[]> args) {
    List<Object> reply =
        redis.eval(
            script.forMany().text(),
            ScriptOutputType.MULTI,
            keys.toArray(byte[][]::new),
            args.toArray(byte[][]::new));
    return new Reply(reply).parts();
  }
}
