package dev.cress.redis;

import dev.cress.node.Node;
import dev.cress.redis.internal.connection.InvalidationFeed;
import dev.cress.redis.internal.near.Freshness;
import dev.cress.redis.internal.near.OwnerFeeds;
import io.lettuce.core.codec.RedisCodec;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Builds a {@link NearCache}. Not thread-safe.
 *
 * @param <K> key type
 * @param <V> value type
 */
public final class NearCacheBuilder<K, V> {

  private static final Duration LEAST_STALENESS = Duration.ofMillis(10);
  private static final Duration LONGEST = Duration.ofDays(1);

  private final CressRedisClient client;
  private final RedisCodec<K, V> codec;
  private List<String> prefixes = List.of();
  private Duration staleness = Duration.ofSeconds(1);
  private Duration timeToLive = Duration.ofMinutes(1);
  private long maximumSize = 10_000;
  private boolean tracked = true;

  NearCacheBuilder(CressRedisClient client, RedisCodec<K, V> codec) {
    this.client = Objects.requireNonNull(client, "client");
    this.codec = Objects.requireNonNull(codec, "codec");
  }

  /**
   * Chooses the keys that are kept near: those that begin with one of these, in UTF-8. Others are
   * read from Redis each time. The servers tell of each write to such a key, so choose few keys
   * that are written seldom.
   *
   * @param keyPrefixes none of them empty or the beginning of another; default: all keys
   * @return this
   * @throws IllegalArgumentException if one is
   */
  public NearCacheBuilder<K, V> prefixes(String... keyPrefixes) {
    List<String> chosen = List.of(keyPrefixes);
    for (int i = 0; i < chosen.size(); i++) {
      for (int j = 0; j < chosen.size(); j++) {
        if (chosen.get(i).isEmpty() || (i != j && chosen.get(j).startsWith(chosen.get(i)))) {
          throw new IllegalArgumentException(
              "prefixes must not be empty or begin with one another but were " + chosen);
        }
      }
    }
    prefixes = chosen;
    return this;
  }

  /**
   * Sets how stale a value may be when the servers track the keys. Each node is asked for a sign of
   * life four times as often; without one, its keys are read from Redis each time.
   *
   * @param most 10 ms to 1 day, default 1 s
   * @return this
   * @throws IllegalArgumentException if it is out of this range
   */
  public NearCacheBuilder<K, V> staleness(Duration most) {
    staleness = within("staleness", most, LEAST_STALENESS);
    return this;
  }

  /**
   * Sets how long a value is kept at most, or less if the key expires before.
   *
   * @param most 1 ms to 1 day, default 1 minute
   * @return this
   * @throws IllegalArgumentException if it is out of this range
   */
  public NearCacheBuilder<K, V> timeToLive(Duration most) {
    timeToLive = within("timeToLive", most, Duration.ofMillis(1));
    return this;
  }

  /**
   * Keeps values for their time to live, without asking the servers to track the keys. So values
   * may be as stale as {@link #timeToLive}; make that short. For servers or users without {@code
   * CLIENT TRACKING}, and for keys that are written often.
   *
   * @return this
   */
  public NearCacheBuilder<K, V> untracked() {
    tracked = false;
    return this;
  }

  /**
   * Sets how many keys are kept.
   *
   * @param keys at least 1, default 10,000
   * @return this
   * @throws IllegalArgumentException if it is less
   */
  public NearCacheBuilder<K, V> maximumSize(long keys) {
    if (keys < 1) {
      throw new IllegalArgumentException("maximumSize must be at least 1 but was " + keys);
    }
    maximumSize = keys;
    return this;
  }

  private static Duration within(String name, Duration value, Duration least) {
    Objects.requireNonNull(value, name);
    if (value.compareTo(least) < 0 || value.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          name + " must be between " + least + " and " + LONGEST + " but was " + value);
    }
    return value;
  }

  /**
   * Builds the cache, and opens a connection to each node if it is tracked. Returns without waiting
   * for them: until a node tracks its keys, they are read from Redis each time.
   *
   * @return a new cache
   * @throws IllegalStateException if {@code com.github.ben-manes.caffeine:caffeine} is not on the
   *     class path, or the client has replicas: only the owner tells of writes, and another copy
   *     may have been read
   * @throws dev.cress.node.CressException if the client cannot start
   */
  public NearCache<K, V> build() {
    client.requireNoReplicas("a near cache");
    try {
      return client.opened(new NearCache<>(this));
    } catch (NoClassDefFoundError e) {
      throw new IllegalStateException(
          "a near cache needs com.github.ben-manes.caffeine:caffeine on the class path", e);
    }
  }

  Freshness freshness(Consumer<ByteBuffer> changed) {
    return tracked
        ? new OwnerFeeds(
            client::topology, client::uri, node -> feed(node, changed), client::connection)
        : Freshness.byTimeOnly();
  }

  private InvalidationFeed feed(Node node, Consumer<ByteBuffer> changed) {
    return client.feed(node, prefixes, staleness, changed);
  }

  CressRedisClient client() {
    return client;
  }

  RedisCodec<K, V> codec() {
    return codec;
  }

  List<String> prefixes() {
    return prefixes;
  }

  Duration timeToLive() {
    return timeToLive;
  }

  long maximumSize() {
    return maximumSize;
  }
}
