package dev.cress.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Random commands as words, over keys of every type; the same commands for the same seed. A word
 * that begins with the tag's brace is a key. Not thread-safe.
 */
final class RandomWords {

  /** Commands whose elements come in any order. */
  static final Set<String> UNORDERED =
      Set.of("SMEMBERS", "HGETALL", "HKEYS", "HVALS", "SUNION", "SINTER", "SDIFF");

  private static final int TAGS = 40;
  private static final int KEYS_OF_A_TYPE = 2;
  private static final String MUCH_LATER = "4102444800";

  /* K is a key of the line's type, K2 another one of the same tag; F a field or member, V a value,
   * N a number, S the number of the step. */
  private static final String[][] LINES = {
    {
      "string",
      "GET K",
      "GET K",
      "SET K V",
      "SET K V EX 100000",
      "SET K V NX",
      "SET K V XX",
      "GETSET K V",
      "GETDEL K",
      "APPEND K V",
      "INCRBY K N",
      "DECR K",
      "INCRBYFLOAT K 0.5",
      "STRLEN K",
      "SETRANGE K N V",
      "GETRANGE K 0 N",
      "SETBIT K N 1",
      "BITCOUNT K",
      "GETEX K PERSIST",
      "BITOP AND K K2 K",
      "EVAL redis.call('incrby',KEYS[1],1)return{KEYS[2],redis.call('get',KEYS[1])} 2 K K2"
    },
    {
      "hash",
      "HSET K F V",
      "HSET K F N F V",
      "HGET K F",
      "HDEL K F",
      "HGETALL K",
      "HKEYS K",
      "HVALS K",
      "HINCRBY K F N",
      "HLEN K",
      "HEXISTS K F",
      "HMGET K F F F",
      "HSETNX K F V"
    },
    {
      "list",
      "RPUSH K V N",
      "LPUSH K F",
      "LPOP K",
      "RPOP K",
      "LRANGE K 0 -1",
      "LLEN K",
      "LINDEX K N",
      "LSET K 0 V",
      "LREM K 1 F",
      "LTRIM K 0 20",
      "LINSERT K BEFORE F V",
      "LPOS K F",
      "RPOPLPUSH K K2",
      "LMOVE K K2 LEFT RIGHT",
      "SORT K ALPHA"
    },
    {
      "set",
      "SADD K F F F",
      "SREM K F",
      "SISMEMBER K F",
      "SCARD K",
      "SMEMBERS K",
      "SMISMEMBER K F F",
      "SMOVE K K2 F",
      "SUNION K K2",
      "SINTER K K2",
      "SDIFF K K2",
      "SUNIONSTORE K K2 K"
    },
    {
      "zset",
      "ZADD K N F N F",
      "ZINCRBY K N F",
      "ZRANGE K 0 -1 WITHSCORES",
      "ZREM K F",
      "ZSCORE K F",
      "ZRANK K F",
      "ZCARD K",
      "ZPOPMIN K",
      "ZRANGEBYSCORE K -inf N",
      "ZCOUNT K 0 N",
      "ZUNIONSTORE K 2 K K2"
    },
    {
      "stream",
      "XADD K S-1 F V",
      "XADD K S-1 F V",
      "XLEN K",
      "XRANGE K - +",
      "XDEL K S-1",
      "XTRIM K MAXLEN 20",
      "XREAD COUNT 3 STREAMS K 0"
    },
    {"sketch", "PFADD K F F", "PFCOUNT K", "PFMERGE K K2"},
    {"place", "GEOADD K 13.4 52.5 F", "GEOPOS K F", "GEODIST K F F km", "ZCARD K"},
    {
      "any",
      "DEL K",
      "EXISTS K",
      "TYPE K",
      "EXPIREAT K " + MUCH_LATER,
      "TTL K2:none",
      "PERSIST K",
      "RENAME K K2",
      "RENAMENX K K2",
      "COPY K K2",
      "DUMP K2:none",
      "NOSUCH K"
    },
    {
      "many",
      "MGET A A A A A",
      "MGET A",
      "MSET A V A V A V",
      "DEL A A A",
      "UNLINK A A",
      "EXISTS A A A A",
      "TOUCH A A A"
    },
  };

  private final Random random;
  private int steps;

  RandomWords(long seed) {
    random = new Random(seed);
  }

  /** The next command. */
  List<String> next() {
    steps++;
    String[] line = LINES[random.nextInt(LINES.length)];
    String tag = "{" + random.nextInt(TAGS) + "}:";
    List<String> words = new ArrayList<>();
    for (String word : line[1 + random.nextInt(line.length - 1)].split(" ", -1)) {
      words.add(fill(word, line[0], tag));
    }
    return words;
  }

  private String fill(String word, String type, String tag) {
    return switch (word) {
      case "K", "K2" -> tag + type(type) + random.nextInt(KEYS_OF_A_TYPE);
      case "K2:none" -> tag + "none";
      case "A" -> "{" + random.nextInt(TAGS) + "}:string" + random.nextInt(KEYS_OF_A_TYPE);
      case "F" -> "field" + random.nextInt(6);
      case "V" -> "value" + random.nextInt(1_000);
      case "N" -> String.valueOf(random.nextInt(50));
      case "S-1" -> steps + "-1";
      default -> word;
    };
  }

  /* Now and then a key of another type. */
  private String type(String type) {
    return type.equals("any") || random.nextInt(20) == 0
        ? LINES[random.nextInt(LINES.length - 2)][0]
        : type;
  }

  /** All keys that there may be. */
  static List<String> keys() {
    return IntStream.range(0, TAGS)
        .boxed()
        .flatMap(
            tag ->
                IntStream.range(0, (LINES.length - 2) * KEYS_OF_A_TYPE)
                    .mapToObj(
                        i ->
                            "{%d}:%s%d"
                                .formatted(tag, LINES[i / KEYS_OF_A_TYPE][0], i % KEYS_OF_A_TYPE)))
        .toList();
  }
}
