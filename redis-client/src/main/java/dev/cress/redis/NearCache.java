package dev.cress.redis;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import dev.cress.redis.internal.command.Bytes;
import dev.cress.redis.internal.command.EncodedArgs;
import dev.cress.redis.internal.connection.Failures;
import dev.cress.redis.internal.near.Freshness;
import io.lettuce.core.RedisCommandInterruptedException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Copies of chosen string keys in this process, read by {@code GET} when they are first asked for.
 * Thread-safe. Needs {@code com.github.ben-manes.caffeine:caffeine} on the class path.
 *
 * <pre>{@code
 * NearCache<String, String> near = NearCache.builder(client).prefixes("settings:").build();
 * String value = near.get("settings:colour");
 * near.set("settings:colour", "blue");
 * }</pre>
 *
 * <p>What {@link #get} returns was the key's value at some time not longer ago than the builder's
 * {@code staleness(…)}, whoever changed it since and whatever fails; most changes are heard of
 * within one network delay. If it is built {@code untracked()}, the bound is the time to live. A
 * key is not returned after it has expired. After {@link #set}, {@link #delete} or {@link #write}
 * has completed, {@code get} returns what was written, or what was written later. Not so for a
 * command that timed out: it may be carried out still.
 *
 * <p>That a key is absent is remembered too. A value is the same object for all callers: do not
 * change it. Callers that ask for one key at the same time share one read.
 *
 * @param <K> key type
 * @param <V> value type
 */
public final class NearCache<K, V> implements AutoCloseable {

  /*
   * A read is registered before it is sent. Whatever ends a copy also takes the read under way out
   * of the register, so that its value is given to those who asked already, and is neither kept nor
   * given to later ones. Keeping a value and taking its read out of the register are one step.
   */

  private static final Long UNKNOWN = -3L;
  private static final long NO_EXPIRY = -1;
  private static final long NO_KEY = -2;

  private final StatefulRedisConnection<K, V> connection;
  private final RedisAsyncCommands<K, V> redis;
  private final RedisCodec<K, V> codec;
  private final List<byte[]> prefixes;
  private final long timeToLiveNanos;
  private final Cache<ByteBuffer, Copy<V>> copies;
  private final ConcurrentMap<ByteBuffer, Read<V>> reads = new ConcurrentHashMap<>();
  private final Freshness freshness;
  private final Consumer<NearCache<?, ?>> closing;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final LongAdder hits = new LongAdder();
  private final LongAdder misses = new LongAdder();
  private final LongAdder invalidations = new LongAdder();

  /**
   * A value as it was read.
   *
   * @param value the value, null if the key was absent
   * @param bond what it is bound to
   * @param nanosLeft how long it may be kept, in ns
   */
  private record Copy<V>(@Nullable V value, Object bond, long nanosLeft) {}

  /** A value on its way here, for all who asked meanwhile. Compared by identity. */
  private static final class Read<V> {
    final byte[] key;
    final ByteBuffer name;
    final CompletableFuture<@Nullable V> value = new CompletableFuture<>();

    Read(byte[] key) {
      this.key = key;
      this.name = ByteBuffer.wrap(key);
    }
  }

  /**
   * What has happened so far.
   *
   * @param hits calls of {@code get} of chosen keys that were answered here
   * @param misses calls of {@code get} of chosen keys that asked Redis or waited for another call
   *     that did
   * @param invalidations changes of keys that the servers told of, whether they were kept or not
   */
  public record Statistics(long hits, long misses, long invalidations) {}

  NearCache(NearCacheBuilder<K, V> builder) {
    this.codec = builder.codec();
    this.prefixes =
        builder.prefixes().stream().map(prefix -> prefix.getBytes(StandardCharsets.UTF_8)).toList();
    this.timeToLiveNanos = builder.timeToLive().toNanos();
    this.copies =
        Caffeine.newBuilder()
            .maximumSize(builder.maximumSize())
            .executor(Runnable::run)
            .expireAfter(Expiry.<ByteBuffer, Copy<V>>writing((key, copy) -> left(copy)))
            .build();
    this.connection = builder.client().connect(codec);
    this.redis = connection.async();
    this.closing = builder.client()::closing;
    this.freshness = builder.freshness(this::changed);
  }

  private static Duration left(Copy<?> copy) {
    return Duration.ofNanos(copy.nanosLeft());
  }

  /**
   * Starts to build a cache of texts.
   *
   * @param client reads and writes the keys
   * @return a builder with all defaults
   */
  public static NearCacheBuilder<String, String> builder(CressRedisClient client) {
    return builder(client, StringCodec.UTF8);
  }

  /**
   * Starts to build a cache.
   *
   * @param client reads and writes the keys
   * @param codec encodes keys and values
   * @param <K> key type
   * @param <V> value type
   * @return a builder with all defaults
   */
  public static <K, V> NearCacheBuilder<K, V> builder(
      CressRedisClient client, RedisCodec<K, V> codec) {
    return new NearCacheBuilder<>(client, codec);
  }

  /**
   * The value of a key. Waits for Redis as long as the client's time-out if it is not here.
   *
   * @param key the key
   * @return its value, null if it is absent
   * @throws RedisException if it cannot be read
   * @throws dev.cress.node.CressException if the client is shut down
   */
  public @Nullable V get(K key) {
    return await(getAsync(key));
  }

  /**
   * The value of a key.
   *
   * @param key the key
   * @return completes with its value, null if it is absent; fails if it cannot be read, and with a
   *     {@link dev.cress.node.CressException} when the client is shut down
   */
  public CompletionStage<@Nullable V> getAsync(K key) {
    byte[] bytes = encode(key);
    try {
      return isChosen(bytes) ? near(key, bytes) : redis.get(key);
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private CompletionStage<@Nullable V> near(K key, byte[] bytes) {
    ByteBuffer name = ByteBuffer.wrap(bytes);
    Object bond = freshness.bond(bytes);
    Copy<V> copy = copies.getIfPresent(name);
    if (copy != null && copy.bond().equals(bond)) {
      hits.increment();
      return CompletableFuture.completedFuture(copy.value());
    }
    misses.increment();
    Read<V> mine = new Read<>(bytes);
    Read<V> running = reads.putIfAbsent(name, mine);
    if (running == null) {
      begin(key, mine);
      running = mine;
    }
    return running.value.minimalCompletionStage();
  }

  private void begin(K key, Read<V> mine) {
    try {
      read(key, mine);
    } catch (RuntimeException e) {
      fail(mine, e);
    }
  }

  private void fail(Read<V> mine, Throwable failure) {
    reads.remove(mine.name, mine);
    mine.value.completeExceptionally(failure);
  }

  private void read(K key, Read<V> mine) {
    long version = freshness.version();
    Object bond = freshness.bond(mine.key);
    long sent = System.nanoTime();
    CompletionStage<V> value = redis.get(key);
    CompletionStage<Long> expiry =
        redis.pttl(key).handle((millis, failure) -> millis == null ? UNKNOWN : millis);
    value
        .thenAcceptBoth(
            expiry,
            (got, millis) -> {
              long left = nanosLeft(got == null, millis) - (System.nanoTime() - sent);
              boolean holds = version == freshness.version();
              settle(mine, holds && left > 0 ? bond : null, got, left);
            })
        .whenComplete(
            (done, failure) -> {
              if (failure != null) {
                fail(mine, Failures.cause(failure));
              }
            });
  }

  /* The time to live is asked for after the value: a change between the two ends the copy anyway. */
  private long nanosLeft(boolean absent, long millis) {
    if (millis == (absent ? NO_KEY : NO_EXPIRY)) {
      return timeToLiveNanos;
    }
    return absent || millis < 0
        ? 0
        : Math.min(timeToLiveNanos, TimeUnit.MILLISECONDS.toNanos(millis));
  }

  private void settle(Read<V> mine, @Nullable Object bond, @Nullable V value, long left) {
    reads.computeIfPresent(
        mine.name,
        (name, running) -> {
          if (running != mine) {
            return running;
          }
          if (bond != null && bond.equals(freshness.bond(mine.key))) {
            copies.put(name, new Copy<>(value, bond, left));
          }
          return null;
        });
    mine.value.complete(value);
  }

  /**
   * Sets a key.
   *
   * @param key the key
   * @param value the value
   * @throws RedisException if it cannot be set
   */
  public void set(K key, V value) {
    await(write(key, commands -> commands.set(key, value)));
  }

  /**
   * Deletes a key.
   *
   * @param key the key
   * @return whether it was there
   * @throws RedisException if it cannot be deleted
   */
  @SuppressWarnings("unchecked") // An array of one key, which Lettuce only reads.
  public boolean delete(K key) {
    Long deleted = await(write(key, commands -> commands.del(key)));
    return deleted != null && deleted > 0;
  }

  /**
   * Writes a key by any command, as in {@code near.write(key, redis -> redis.setex(key, 60,
   * value))}.
   *
   * @param key the key
   * @param command sends the command; other keys that it writes are followed as other clients'
   *     writes are
   * @param <T> the reply's type
   * @return completes with the reply, when no copy from before is in use any more
   */
  public <T> CompletionStage<T> write(
      K key, Function<RedisAsyncCommands<K, V>, CompletionStage<T>> command) {
    ByteBuffer name = ByteBuffer.wrap(encode(key));
    drop(name);
    return command.apply(redis).whenComplete((reply, failure) -> drop(name));
  }

  /**
   * Forgets the copy of a key, so that the next {@code get} asks Redis.
   *
   * @param key the key
   */
  public void invalidate(K key) {
    drop(ByteBuffer.wrap(encode(key)));
  }

  private void changed(ByteBuffer key) {
    invalidations.increment();
    drop(ByteBuffer.wrap(bytes(key)));
  }

  private void drop(ByteBuffer name) {
    reads.remove(name);
    copies.invalidate(name);
  }

  /**
   * What has happened so far.
   *
   * @return the counts since the cache was built
   */
  public Statistics statistics() {
    return new Statistics(hits.sum(), misses.sum(), invalidations.sum());
  }

  /** Forgets all copies and closes the connections of the cache. It must not be used afterwards. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      closing.accept(this);
      freshness.close();
      connection.close();
      copies.invalidateAll();
    }
  }

  /** Called when the client shuts down, and closes its sockets itself. */
  void stop() {
    closed.set(true);
    freshness.stop();
    copies.invalidateAll();
  }

  private byte[] encode(K key) {
    return bytes(codec.encodeKey(Objects.requireNonNull(key, "key")));
  }

  private static byte[] bytes(ByteBuffer buffer) {
    return Bytes.copy(buffer);
  }

  private boolean isChosen(byte[] key) {
    return prefixes.isEmpty()
        || prefixes.stream().anyMatch(prefix -> EncodedArgs.startsWith(key, prefix));
  }

  private <T> @Nullable T await(CompletionStage<T> stage) {
    Duration timeout = connection.getTimeout();
    try {
      return timeout.isZero()
          ? stage.toCompletableFuture().get()
          : stage.toCompletableFuture().get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new RedisCommandTimeoutException("no reply within " + timeout);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RedisCommandInterruptedException(e);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : Failures.cause(e.getCause());
      throw cause instanceof RuntimeException known ? known : new RedisException(cause);
    }
  }
}
