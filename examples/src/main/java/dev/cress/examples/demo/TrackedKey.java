package dev.cress.examples.demo;

import dev.cress.examples.demo.Life.State;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One key in one cache, with all that a perfect cache would know of it: each answer is compared
 * with that. One command at a time; not thread-safe.
 */
final class TrackedKey {

  private final String name;
  private final Kind kind;
  private final long ttl;
  private final Contender cache;
  private final Tally tally;

  /** What the cache must hold; null: nothing. */
  private @Nullable Value value;

  private Life life = Life.ENDLESS;

  /** After a failure, a wrong answer or a command that met the expiry: to be written anew. */
  private boolean unsure;

  /**
   * Creates a key that does not exist yet.
   *
   * @param ttl its time to live in ms, 0 for an endless one
   */
  TrackedKey(String name, Kind kind, long ttl, Contender cache, Tally tally) {
    this.name = name;
    this.kind = kind;
    this.ttl = ttl;
    this.cache = cache;
    this.tally = tally;
  }

  /** Does what an application would do next, by chance, and compares the answer. */
  CompletionStage<Void> use(RandomGenerator random) {
    int dice = random.nextInt(100);
    int seed = random.nextInt(Integer.MAX_VALUE);
    if (unsure) {
      return rewrite(seed);
    }
    if (value == null) {
      return dice < 50 ? read() : create(seed);
    }
    if (dice < 60 || now() > life.latest()) {
      return read();
    }
    if (dice < 78) {
      return value.changes() < Value.MOST_CHANGES ? change(value.changed()) : rewrite(seed);
    }
    if (dice < 86) {
      return readTtl();
    }
    return dice < 93 ? rewrite(seed) : delete();
  }

  /** Writes a key that does not exist. */
  CompletionStage<Void> create(int seed) {
    return write(new Value(seed, 0)).thenCompose(done -> ttl == 0 || unsure ? done() : expire());
  }

  /** Reads the key for the last time, if it is known what it must hold. */
  CompletionStage<Void> check() {
    return unsure ? done() : read();
  }

  private CompletionStage<Void> rewrite(int seed) {
    return delete().thenCompose(done -> unsure ? done() : create(seed));
  }

  private static CompletionStage<Void> done() {
    return CompletableFuture.completedFuture(null);
  }

  private CompletionStage<Void> read() {
    return ask(redis -> kind.read(redis, name), this::checkRead);
  }

  private void checkRead(@Nullable Object reply, State state) {
    boolean nothing = Objects.equals(reply, kind.content(null));
    boolean right = Objects.equals(reply, kind.content(value));
    boolean mustExist = value != null && state == State.ALIVE;
    if (mustExist) {
      tally.read(right);
    }
    if (value != null && state == State.EXPIRED && !nothing) {
      ttlError("lives longer than it may");
    } else if (mustExist ? !right : !right && !nothing) {
      wrong(nothing ? "is lost" : value == null ? "was deleted but is back" : "has a wrong value");
    } else if (nothing) {
      value = null;
    }
  }

  private CompletionStage<Void> change(Value changed) {
    return ask(
        redis -> kind.write(redis, name, changed),
        (reply, state) -> {
          value = changed;
          if (state != State.ALIVE) {
            unsure = true;
          } else if (!kind.reply(changed).equals(reply)) {
            wrong("was changed but not from its last value");
          }
        });
  }

  private CompletionStage<Void> write(Value created) {
    life = Life.ENDLESS;
    return ask(
        redis -> kind.write(redis, name, created),
        (reply, state) -> {
          value = created;
          if (!kind.reply(created).equals(reply)) {
            wrong("was created but something was there");
          }
        });
  }

  private CompletionStage<Void> expire() {
    long sent = now();
    return ask(
        redis -> redis.pexpire(name, ttl),
        (reply, state) -> {
          life = Life.of(ttl, sent, now());
          if (!Boolean.TRUE.equals(reply)) {
            wrong("is lost right after it was written");
          }
        });
  }

  private CompletionStage<Void> delete() {
    boolean certain = !unsure && value != null;
    return ask(
        redis -> redis.del(name),
        (reply, state) -> {
          value = null;
          unsure = false;
          life = Life.ENDLESS;
          if (certain && state == State.ALIVE && !Objects.equals(reply, 1L)) {
            wrong("was lost before it was deleted");
          }
        });
  }

  private CompletionStage<Void> readTtl() {
    long sent = now();
    return ask(
        redis -> redis.pttl(name),
        (reply, state) -> checkTtl((Long) Objects.requireNonNull(reply), sent, now(), state));
  }

  /** Redis answers -2 for no key, -1 for no expiry, else what is left of its life. */
  private void checkTtl(long left, long sent, long replied, State state) {
    if (left == -2) {
      if (state == State.ALIVE) {
        wrong("is lost");
      }
      return;
    }
    Life seen = left == -1 ? Life.ENDLESS : Life.of(left, sent, replied);
    if (seen.isEndless() || life.isEndless()) {
      if (seen.isEndless() != life.isEndless()) {
        ttlError(seen.isEndless() ? "has lost its expiry" : "has an expiry that nobody set");
      }
      return;
    }
    long lost = life.earliest() - seen.latest();
    tally.lifeLost(lost);
    if (seen.earliest() > life.latest()) {
      ttlError("expires " + (seen.earliest() - life.latest()) + " ms later than it may");
    } else if (lost > cache.mostLifeLost()) {
      ttlError("expires " + lost + " ms earlier than it may");
    }
  }

  /** Compares a reply; told what was known of the key's life. */
  private interface Check {
    void accept(@Nullable Object reply, State state);
  }

  private CompletionStage<Void> ask(
      Function<RedisAsyncCommands<String, String>, CompletionStage<?>> command, Check check) {
    long sent = now();
    return command
        .apply(cache.redis(name))
        .handle(
            (reply, failure) -> {
              tally.operation();
              if (failure == null) {
                check.accept(reply, life.between(sent, now(), cache.mostLifeLost()));
              } else {
                wrong("cannot be used: " + failure);
              }
              return (Void) null;
            });
  }

  private void wrong(String what) {
    unsure = true;
    tally.wrongAnswer(name + " " + what);
  }

  private void ttlError(String what) {
    unsure = true;
    tally.ttlError(name + " " + what);
  }

  private static long now() {
    return System.currentTimeMillis();
  }
}
