package dev.cress.redis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.KeyValue;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Only a key's bytes decide where it lives, whatever codec made them. */
class CodecsIT {

  private static Shards shards;
  private static CressRedisClient client;

  @BeforeAll
  static void start() {
    shards = new Shards(3);
    client = shards.builder().build();
  }

  @AfterAll
  static void stop() {
    client.shutdown();
    shards.close();
  }

  /** Keys as bytes: text of several alphabets, and bytes that are no text at all. */
  static Stream<byte[]> keys() {
    Stream<byte[]> text =
        Stream.of(
                "user:42", "naïve", "ключ", "鍵", "🔑", "{tag}:a", "x{tag}", "{}a", "{{a}}", " ", "")
            .map(key -> key.getBytes(UTF_8));
    Stream<byte[]> binary =
        IntStream.range(0, 64)
            .mapToObj(i -> new byte[] {0, (byte) (0x80 + i), 'k', (byte) 0xff, 0, (byte) i});
    return Stream.concat(text, binary);
  }

  static Stream<RedisCodec<byte[], byte[]>> codecs() {
    return Stream.of(
        ByteArrayCodec.INSTANCE,
        encoding(CodecsIT::direct),
        encoding(CodecsIT::sliced),
        encoding(ByteBuffer::asReadOnlyBuffer));
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void everyFormOfBufferRoutesAlike(RedisCodec<byte[], byte[]> codec) {
    RedisCommands<byte[], byte[]> redis = client.connect(codec).sync();

    keys()
        .forEach(
            key -> {
              byte[] value = {7, 0, (byte) 0x80};
              redis.del(key);
              redis.set(key, value);

              assertThat(redis.get(key)).isEqualTo(value);
              assertThat(redis.mget(key, key)).extracting(KeyValue::getValue).containsOnly(value);
              assertThat(home(key)).containsExactly(client.ownerOf(key).name());
              assertThat(redis.unlink(key, new byte[] {9})).isOne();
            });
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void manyKeysReachTheirNodesWhateverTheBuffer(RedisCodec<byte[], byte[]> codec) {
    RedisCommands<byte[], byte[]> redis = client.connect(codec).sync();
    byte[][] keys = keys().toArray(byte[][]::new);

    keys().forEach(key -> redis.mset(Map.of(key, key, "other".getBytes(UTF_8), key)));

    assertThat(redis.exists(keys)).isEqualTo(keys.length);
    assertThat(redis.mget(keys)).extracting(KeyValue::getValue).containsExactly(keys);
    assertThat(redis.del(keys)).isEqualTo(keys.length);
  }

  @Test
  void textAndBytesShareKeys() {
    RedisCommands<String, String> text = client.connect().sync();
    RedisCommands<byte[], byte[]> bytes = client.connect(ByteArrayCodec.INSTANCE).sync();
    RedisCommands<String, String> latin = client.connect(new StringCodec(ISO_8859_1)).sync();

    text.set("naïve", "1");
    bytes.set("ключ".getBytes(UTF_8), new byte[] {'2'});
    latin.set("naïve", "3");

    assertThat(bytes.get("naïve".getBytes(UTF_8))).isEqualTo(new byte[] {'1'});
    assertThat(text.get("ключ")).isEqualTo("2");
    assertThat(bytes.get("naïve".getBytes(ISO_8859_1))).isEqualTo(new byte[] {'3'});
    assertThat(client.ownerOf("ключ")).isEqualTo(client.ownerOf("ключ".getBytes(UTF_8)));
  }

  @Test
  void numbersAsKeysLiveWhereTheirBytesSay() {
    RedisCommands<Integer, Integer> numbers = client.connect(new IntegerCodec()).sync();

    for (int i = -100; i < 100; i++) {
      numbers.set(i, i * i);

      assertThat(numbers.get(i)).isEqualTo(i * i);
      byte[] key = ByteBuffer.allocate(4).putInt(i).array();
      assertThat(home(key)).containsExactly(client.ownerOf(key).name());
    }
    assertThat(numbers.mget(-1, 5, 9))
        .containsExactly(KeyValue.just(-1, 1), KeyValue.just(5, 25), KeyValue.just(9, 81));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{user}:a", "a{user}", "x{user}{other}", "user"})
  void aHashTagBringsKeysTogether(String key) {
    assertThat(client.ownerOf(key)).isEqualTo(client.ownerOf("user"));

    client.connect().sync().set(key, "v");

    assertThat(home(key.getBytes(UTF_8))).containsExactly(client.ownerOf("user").name());
  }

  /** The nodes that really hold a key, by their own word. */
  private static List<String> home(byte[] key) {
    return shards.names().stream().filter(node -> shards.on(node, key)).toList();
  }

  private static RedisCodec<byte[], byte[]> encoding(UnaryOperator<ByteBuffer> form) {
    return new RedisCodec<>() {
      @Override
      public byte[] decodeKey(ByteBuffer bytes) {
        return ByteArrayCodec.INSTANCE.decodeKey(bytes);
      }

      @Override
      public byte[] decodeValue(ByteBuffer bytes) {
        return ByteArrayCodec.INSTANCE.decodeValue(bytes);
      }

      @Override
      public ByteBuffer encodeKey(byte[] key) {
        return form.apply(ByteBuffer.wrap(key));
      }

      @Override
      public ByteBuffer encodeValue(byte[] value) {
        return form.apply(ByteBuffer.wrap(value));
      }
    };
  }

  private static ByteBuffer direct(ByteBuffer bytes) {
    return ByteBuffer.allocateDirect(bytes.remaining()).put(bytes).flip();
  }

  /** The bytes in the middle of a larger array. */
  private static ByteBuffer sliced(ByteBuffer bytes) {
    ByteBuffer large = ByteBuffer.allocate(bytes.remaining() + 20).position(3);
    ByteBuffer slice = large.slice().position(5);
    slice.put(bytes).limit(slice.position()).position(5);
    return slice;
  }

  private static final class IntegerCodec implements RedisCodec<Integer, Integer> {
    @Override
    public Integer decodeKey(ByteBuffer bytes) {
      return bytes.getInt();
    }

    @Override
    public Integer decodeValue(ByteBuffer bytes) {
      return bytes.getInt();
    }

    @Override
    public ByteBuffer encodeKey(Integer key) {
      return ByteBuffer.allocate(4).putInt(key).flip();
    }

    @Override
    public ByteBuffer encodeValue(Integer value) {
      return encodeKey(value);
    }
  }
}
