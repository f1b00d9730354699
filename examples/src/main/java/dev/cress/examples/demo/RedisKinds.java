package dev.cress.examples.demo;

import dev.cress.examples.demo.Kind.Read;
import dev.cress.examples.demo.Kind.Write;
import io.lettuce.core.Range;
import io.lettuce.core.ScoredValue;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XAddArgs;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The types of Redis; all chars are bytes (ISO 8859-1). */
final class RedisKinds {

  private static final Kind<RedisAsyncCommands<String, String>> TEXT =
      kind(
          (redis, key, v) ->
              v.isNew() ? redis.set(key, v.lastPart()) : redis.append(key, v.lastPart()),
          v -> v.isNew() ? "OK" : (long) String.join("", v.parts()).length(),
          (redis, key) -> redis.get(key),
          v -> String.join("", v.parts()),
          null);

  private static final Kind<RedisAsyncCommands<String, String>> BINARY =
      kind(
          (redis, key, v) ->
              v.isNew()
                  ? redis.set(key, v.bytes())
                  : redis.setrange(key, v.changes(), Character.toString(v.changedByte())),
          v -> v.isNew() ? "OK" : (long) v.bytes().length(),
          (redis, key) -> redis.get(key),
          Value::bytes,
          null);

  private static final Kind<RedisAsyncCommands<String, String>> COUNTER =
      kind(
          (redis, key, v) -> v.isNew() ? redis.set(key, v.number()) : redis.incr(key),
          v -> v.isNew() ? "OK" : v.count(),
          (redis, key) -> redis.get(key),
          Value::number,
          null);

  private static final Kind<RedisAsyncCommands<String, String>> HASH =
      kind(
          (redis, key, v) -> redis.hset(key, v.lastPart(), v.number()),
          v -> true,
          (redis, key) -> redis.hgetall(key),
          RedisKinds::fields,
          Map.of());

  private static final Kind<RedisAsyncCommands<String, String>> LIST =
      kind(
          (redis, key, v) -> redis.rpush(key, v.lastPart()),
          v -> v.changes() + 1L,
          (redis, key) -> redis.lrange(key, 0, -1),
          Value::parts,
          List.of());

  private static final Kind<RedisAsyncCommands<String, String>> SET =
      kind(
          (redis, key, v) -> redis.sadd(key, v.lastPart()),
          v -> 1L,
          (redis, key) -> redis.smembers(key),
          v -> Set.copyOf(v.parts()),
          Set.of());

  private static final Kind<RedisAsyncCommands<String, String>> SORTED_SET =
      kind(
          (redis, key, v) -> redis.zadd(key, v.changes(), v.lastPart()),
          v -> 1L,
          (redis, key) -> redis.zrangeWithScores(key, 0, -1),
          RedisKinds::scored,
          List.of());

  private static final Kind<RedisAsyncCommands<String, String>> STREAM =
      kind(
          (redis, key, v) -> redis.xadd(key, id(v), Map.of("part", v.lastPart())),
          v -> v.changes() + "-1",
          (redis, key) -> redis.xrange(key, Range.unbounded()).thenApply(RedisKinds::partsOf),
          Value::parts,
          List.of());

  private static final Kind<RedisAsyncCommands<String, String>> HYPERLOGLOG =
      kind(
          (redis, key, v) -> redis.pfadd(key, "visitor" + v.changes()),
          v -> 1L,
          (redis, key) -> redis.pfcount(key),
          v -> v.changes() + 1L,
          0L);

  private static final Kind<RedisAsyncCommands<String, String>> BITMAP =
      kind(
          (redis, key, v) -> redis.setbit(key, v.lastBit(), 1),
          v -> 0L,
          (redis, key) -> redis.get(key),
          Value::bitmap,
          null);

  /** All of them. */
  static final List<Kind<RedisAsyncCommands<String, String>>> ALL =
      List.of(TEXT, BINARY, COUNTER, HASH, LIST, SET, SORTED_SET, STREAM, HYPERLOGLOG, BITMAP);

  private RedisKinds() {}

  private static Kind<RedisAsyncCommands<String, String>> kind(
      Write<RedisAsyncCommands<String, String>> write,
      Function<Value, Object> reply,
      Read<RedisAsyncCommands<String, String>> read,
      Function<Value, Object> content,
      @Nullable Object nothing) {
    return new Kind<>(write, reply, read, content, nothing, false);
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
