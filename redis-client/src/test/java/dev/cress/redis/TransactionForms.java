package dev.cress.redis;

import io.lettuce.core.Range;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.TransactionResult;
import io.lettuce.core.XReadArgs.StreamOffset;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.api.reactive.RedisReactiveCommands;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** One transaction in each form that Lettuce offers; tells all that its caller sees. */
enum TransactionForms {
  SYNC {
    @Override
    @SuppressWarnings("unchecked") // an array of StreamOffset holds nothing else
    List<String> play(StatefulRedisConnection<String, String> connection, String key) {
      RedisCommands<String, String> redis = connection.sync();
      List<String> seen = new ArrayList<>();
      seen.add(redis.multi());
      seen.add(redis.set(key, "1"));
      seen.add(String.valueOf(redis.incr(key)));
      redis.lpush(key, "x");
      redis.rpush(key + "l", "a", "b");
      redis.lrange(key + "l", 0, -1);
      redis.mget(key, key + "none");
      redis.zadd(key + "z", 1, "m");
      redis.zrangeWithScores(key + "z", 0, -1);
      redis.blpop(1, key + "l");
      redis.xread(StreamOffset.from(key + "x", "0"));
      seen.add(String.valueOf(connection.isMulti()));
      seen.add(text(redis.exec()));
      seen.add(String.valueOf(connection.isMulti()));
      seen.add(redis.get(key));
      return seen;
    }
  },
  ASYNC {
    @Override
    List<String> play(StatefulRedisConnection<String, String> connection, String key)
        throws Exception {
      RedisAsyncCommands<String, String> redis = connection.async();
      List<RedisFuture<?>> futures = new ArrayList<>();
      futures.add(redis.set(key, "0"));
      futures.add(redis.multi());
      futures.add(redis.set(key, "1"));
      futures.add(redis.incr(key));
      futures.add(redis.lpush(key, "x"));
      futures.add(redis.hset(key + "h", "f", "v"));
      futures.add(redis.hgetall(key + "h"));
      futures.add(redis.exec());
      futures.add(redis.get(key));
      return outcomes(futures);
    }
  },
  REACTIVE {
    @Override
    List<String> play(StatefulRedisConnection<String, String> connection, String key) {
      RedisReactiveCommands<String, String> redis = connection.reactive();
      List<String> seen = new ArrayList<>();
      Mono<TransactionResult> result =
          redis
              .multi()
              .flatMap(
                  ok -> {
                    seen.add(ok);
                    redis.set(key, "1").subscribe(seen::add);
                    redis.incr(key).subscribe(value -> seen.add("incr " + value));
                    redis.zadd(key + "z", 1, "m").subscribe(added -> seen.add("zadd " + added));
                    redis
                        .zrange(key + "z", 0, -1)
                        .collectList()
                        .subscribe(members -> seen.add("zrange " + members));
                    return redis.exec();
                  });
      seen.add(text(result.block(PATIENCE)));
      return seen;
    }
  },
  UNTYPED {
    @Override
    List<String> play(StatefulRedisConnection<String, String> connection, String key)
        throws Exception {
      List<RedisFuture<?>> futures = new ArrayList<>();
      futures.add(raw(connection, CommandType.MULTI));
      futures.add(raw(connection, CommandType.SET, key, "1"));
      futures.add(raw(connection, CommandType.GET, key));
      futures.add(raw(connection, CommandType.EXEC));
      futures.add(raw(connection, CommandType.GET, key));
      return outcomes(futures);
    }
  },
  DISCARDED {
    @Override
    List<String> play(StatefulRedisConnection<String, String> connection, String key)
        throws Exception {
      RedisAsyncCommands<String, String> redis = connection.async();
      List<RedisFuture<?>> futures = new ArrayList<>();
      futures.add(redis.watch(key));
      futures.add(redis.multi());
      futures.add(redis.set(key, "1"));
      futures.add(redis.discard());
      futures.add(redis.get(key));
      futures.add(redis.multi());
      futures.add(redis.exec());
      return outcomes(futures);
    }
  },
  MISUSED {
    @Override
    List<String> play(StatefulRedisConnection<String, String> connection, String key)
        throws Exception {
      RedisAsyncCommands<String, String> redis = connection.async();
      List<RedisFuture<?>> futures = new ArrayList<>();
      futures.add(redis.exec());
      futures.add(redis.discard());
      futures.add(redis.unwatch());
      futures.add(redis.multi());
      futures.add(redis.watch(key));
      futures.add(redis.set(key, "1"));
      futures.add(redis.exec());
      futures.add(redis.get(key));
      return outcomes(futures);
    }
  },
  ABORTED_BY_THE_SERVER {
    @Override
    List<String> play(StatefulRedisConnection<String, String> connection, String key)
        throws Exception {
      RedisAsyncCommands<String, String> redis = connection.async();
      List<RedisFuture<?>> futures = new ArrayList<>();
      futures.add(redis.multi());
      futures.add(redis.set(key, "1"));
      futures.add(raw(connection, CommandType.SET, key));
      futures.add(redis.exec());
      futures.add(redis.get(key));
      futures.add(redis.xrange(key + "x", Range.unbounded()));
      return outcomes(futures);
    }
  },
  WATCHED {
    @Override
    List<String> play(StatefulRedisConnection<String, String> connection, String key)
        throws Exception {
      RedisAsyncCommands<String, String> redis = connection.async();
      List<RedisFuture<?>> futures = new ArrayList<>();
      for (String change : List.of("none", "ours", "after unwatch", "second key")) {
        futures.add(redis.set(key, "0"));
        futures.add(redis.watch(key, key + "2"));
        futures.add(redis.get(key));
        if (!change.equals("none")) {
          futures.add(redis.set(change.equals("second key") ? key + "2" : key, change));
        }
        if (change.equals("after unwatch")) {
          futures.add(redis.unwatch());
        }
        futures.add(redis.multi());
        futures.add(redis.incrby(key + "n", 1));
        futures.add(redis.exec());
        futures.add(redis.get(key + "n"));
      }
      return outcomes(futures);
    }
  };

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** What the caller sees, in order. All keys begin with the given one, which is a hash tag. */
  abstract List<String> play(StatefulRedisConnection<String, String> connection, String key)
      throws Exception;

  private static RedisFuture<?> raw(
      StatefulRedisConnection<String, String> connection, CommandType type, String... words) {
    CommandArgs<String, String> args = new CommandArgs<>(StringCodec.UTF8);
    List.of(words).forEach(args::add);
    return connection.async().dispatch(type, new NestedMultiOutput<>(StringCodec.UTF8), args);
  }

  private static List<String> outcomes(List<RedisFuture<?>> futures) throws Exception {
    List<String> seen = new ArrayList<>();
    for (RedisFuture<?> future : futures) {
      try {
        seen.add(text(future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)));
      } catch (ExecutionException e) {
        seen.add(String.valueOf(e.getCause()));
      }
    }
    return seen;
  }

  static String text(@Nullable Object reply) {
    Function<Object, String> element = TransactionForms::text;
    if (reply instanceof TransactionResult result) {
      return (result.wasDiscarded() ? "discarded " : "done ")
          + result.stream().map(element).collect(Collectors.toList());
    }
    if (reply instanceof List<?> list) {
      return list.stream().map(TransactionForms::text).toList().toString();
    }
    return String.valueOf(reply);
  }
}
