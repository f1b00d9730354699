package dev.cress.examples.demo;

import io.lettuce.core.Range;
import io.lettuce.core.ScoredValue;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XAddArgs;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A type of value: how it is written and read, and what the replies must be. A write creates a new
 * value, or makes one more change to it; all chars are bytes (ISO 8859-1). Immutable.
 */
final class Kind {

  private static final Kind TEXT =
      new Kind(
          (redis, key, v) ->
              v.isNew() ? redis.set(key, v.lastPart()) : redis.append(key, v.lastPart()),
          v -> v.isNew() ? "OK" : (long) String.join("", v.parts()).length(),
          (redis, key) -> redis.get(key),
          v -> String.join("", v.parts()),
          null);

  private static final Kind BINARY =
      new Kind(
          (redis, key, v) ->
              v.isNew()
                  ? redis.set(key, v.bytes())
                  : redis.setrange(key, v.changes(), Character.toString(v.changedByte())),
          v -> v.isNew() ? "OK" : (long) v.bytes().length(),
          (redis, key) -> redis.get(key),
          Value::bytes,
          null);

  private static final Kind COUNTER =
      new Kind(
          (redis, key, v) -> v.isNew() ? redis.set(key, v.number()) : redis.incr(key),
          v -> v.isNew() ? "OK" : v.count(),
          (redis, key) -> redis.get(key),
          Value::number,
          null);

  private static final Kind HASH =
      new Kind(
          (redis, key, v) -> redis.hset(key, v.lastPart(), v.number()),
          v -> true,
          (redis, key) -> redis.hgetall(key),
          Kind::fields,
          Map.of());

  private static final Kind LIST =
      new Kind(
          (redis, key, v) -> redis.rpush(key, v.lastPart()),
          v -> v.changes() + 1L,
          (redis, key) -> redis.lrange(key, 0, -1),
          Value::parts,
          List.of());

  private static final Kind SET =
      new Kind(
          (redis, key, v) -> redis.sadd(key, v.lastPart()),
          v -> 1L,
          (redis, key) -> redis.smembers(key),
          v -> Set.copyOf(v.parts()),
          Set.of());

  private static final Kind SORTED_SET =
      new Kind(
          (redis, key, v) -> redis.zadd(key, v.changes(), v.lastPart()),
          v -> 1L,
          (redis, key) -> redis.zrangeWithScores(key, 0, -1),
          Kind::scored,
          List.of());

  private static final Kind STREAM =
      new Kind(
          (redis, key, v) -> redis.xadd(key, id(v), Map.of("part", v.lastPart())),
          v -> v.changes() + "-1",
          (redis, key) -> redis.xrange(key, Range.unbounded()).thenApply(Kind::partsOf),
          Value::parts,
          List.of());

  private static final Kind HYPERLOGLOG =
      new Kind(
          (redis, key, v) -> redis.pfadd(key, "visitor" + v.changes()),
          v -> 1L,
          (redis, key) -> redis.pfcount(key),
          v -> v.changes() + 1L,
          0L);

  private static final Kind BITMAP =
      new Kind(
          (redis, key, v) -> redis.setbit(key, v.lastBit(), 1),
          v -> 0L,
          (redis, key) -> redis.get(key),
          Value::bitmap,
          null);

  /** All kinds. */
  static final List<Kind> ALL =
      List.of(TEXT, BINARY, COUNTER, HASH, LIST, SET, SORTED_SET, STREAM, HYPERLOGLOG, BITMAP);

  /** Sends the last write of a value. */
  interface Write {
    CompletionStage<?> send(RedisAsyncCommands<String, String> redis, String key, Value value);
  }

  /** Reads all that a key holds. */
  interface Read {
    CompletionStage<?> send(RedisAsyncCommands<String, String> redis, String key);
  }

  private final Write write;
  private final Function<Value, Object> reply;
  private final Read read;
  private final Function<Value, Object> content;
  private final @Nullable Object nothing;

  private Kind(
      Write write,
      Function<Value, Object> reply,
      Read read,
      Function<Value, Object> content,
      @Nullable Object nothing) {
    this.write = write;
    this.reply = reply;
    this.read = read;
    this.content = content;
    this.nothing = nothing;
  }

  CompletionStage<?> write(RedisAsyncCommands<String, String> redis, String key, Value value) {
    return write.send(redis, key, value);
  }

  /** What {@link #write} answers when the key held what it must. */
  Object reply(Value value) {
    return reply.apply(value);
  }

  CompletionStage<?> read(RedisAsyncCommands<String, String> redis, String key) {
    return read.send(redis, key);
  }

  /** What {@link #read} answers for a key with this value, or for no key at all. */
  @Nullable Object content(@Nullable Value value) {
    return value == null ? nothing : content.apply(value);
  }

  private static Map<String, String> fields(Value value) {
    return IntStream.rangeClosed(0, value.changes())
        .mapToObj(change -> new Value(value.seed(), change))
        .collect(Collectors.toMap(Value::lastPart, Value::number));
  }

  private static List<ScoredValue<String>> scored(Value value) {
    return IntStream.rangeClosed(0, value.changes())
        .mapToObj(change -> new Value(value.seed(), change))
        .map(v -> ScoredValue.just(v.changes(), v.lastPart()))
        .toList();
  }

  private static XAddArgs id(Value value) {
    return new XAddArgs().id(value.changes() + "-1");
  }

  private static List<String> partsOf(List<StreamMessage<String, String>> messages) {
    return messages.stream().map(message -> message.getBody().get("part")).toList();
  }
}
