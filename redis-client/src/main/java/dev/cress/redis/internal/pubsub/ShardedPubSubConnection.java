package dev.cress.redis.internal.pubsub;

import dev.cress.redis.internal.routing.ShardedConnection;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisChannelWriter;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.pubsub.RedisPubSubAsyncCommandsImpl;
import io.lettuce.core.pubsub.RedisPubSubListener;
import io.lettuce.core.pubsub.RedisPubSubReactiveCommandsImpl;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.pubsub.api.async.RedisPubSubAsyncCommands;
import io.lettuce.core.pubsub.api.reactive.RedisPubSubReactiveCommands;
import io.lettuce.core.pubsub.api.sync.RedisPubSubCommands;
import java.time.Duration;

/**
 * A sharded connection that can also subscribe. Thread-safe.
 *
 * @param <K> type of keys and channels
 * @param <V> type of values and messages
 */
public final class ShardedPubSubConnection<K, V> extends ShardedConnection<K, V>
    implements StatefulRedisPubSubConnection<K, V> {

  private final Listeners<K, V> listeners;

  /**
   * Creates a connection.
   *
   * @param writer takes the commands
   * @param listeners told what the connection hears
   * @param codec encodes keys and values
   * @param timeout the time-out of a command
   * @param options the client's options
   */
  public ShardedPubSubConnection(
      RedisChannelWriter writer,
      Listeners<K, V> listeners,
      RedisCodec<K, V> codec,
      Duration timeout,
      ClientOptions options) {
    super(writer, codec, timeout, options);
    this.listeners = listeners;
  }

  @Override
  public void addListener(RedisPubSubListener<K, V> listener) {
    listeners.add(listener);
  }

  @Override
  public void removeListener(RedisPubSubListener<K, V> listener) {
    listeners.remove(listener);
  }

  @Override
  public RedisPubSubCommands<K, V> sync() {
    return (RedisPubSubCommands<K, V>) sync;
  }

  @Override
  public RedisPubSubAsyncCommands<K, V> async() {
    return (RedisPubSubAsyncCommands<K, V>) async;
  }

  @Override
  public RedisPubSubReactiveCommands<K, V> reactive() {
    return (RedisPubSubReactiveCommands<K, V>) reactive;
  }

  @Override
  @SuppressWarnings("unchecked") // the handler implements the interface that it is given
  protected RedisPubSubCommands<K, V> newRedisSyncCommandsImpl() {
    return syncHandler(async(), RedisPubSubCommands.class);
  }

  @Override
  protected RedisPubSubAsyncCommandsImpl<K, V> newRedisAsyncCommandsImpl() {
    return new RedisPubSubAsyncCommandsImpl<>(this, codec);
  }

  @Override
  protected RedisPubSubReactiveCommandsImpl<K, V> newRedisReactiveCommandsImpl() {
    return new RedisPubSubReactiveCommandsImpl<>(this, codec);
  }
}
