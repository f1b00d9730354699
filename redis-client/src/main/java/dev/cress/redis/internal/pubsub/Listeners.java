package dev.cress.redis.internal.pubsub;

import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.pubsub.RedisPubSubListener;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The user's listeners of one connection. They are told one thing at a time although several nodes
 * tell at once, as by the one socket of a plain connection. Thread-safe.
 *
 * @param <K> type of channels
 * @param <V> type of messages
 */
public final class Listeners<K, V> {

  /*
   * Whoever finds nobody delivering delivers, until nothing is left; the others only add to the
   * queue. So no thread waits for a listener, unless one is so slow that too many messages are kept:
   * then the nodes' threads wait, and the servers with them.
   */

  private static final Logger LOG = LoggerFactory.getLogger(Listeners.class);
  private static final int MOST_MESSAGES = 65_536;

  private final RedisCodec<K, V> codec;
  private final List<RedisPubSubListener<K, V>> listeners = new CopyOnWriteArrayList<>();
  private final Queue<Consumer<RedisPubSubListener<K, V>>> events = new ConcurrentLinkedQueue<>();
  private final Semaphore room = new Semaphore(MOST_MESSAGES);
  private final AtomicInteger deliveries = new AtomicInteger();

  /**
   * Creates an empty set of listeners.
   *
   * @param codec decodes channels and messages
   */
  public Listeners(RedisCodec<K, V> codec) {
    this.codec = codec;
  }

  void add(RedisPubSubListener<K, V> listener) {
    listeners.add(listener);
  }

  void remove(RedisPubSubListener<K, V> listener) {
    listeners.remove(listener);
  }

  /**
   * Takes a message, which came by a channel, a shard channel or a pattern; waits while too many
   * are kept.
   */
  void message(Subscription.Kind kind, byte @Nullable [] pattern, byte[] channel, byte[] body) {
    Message<K, V> message;
    try {
      message =
          new Message<>(
              kind,
              pattern == null ? null : key(pattern),
              key(channel),
              codec.decodeValue(ByteBuffer.wrap(body)));
    } catch (RuntimeException e) {
      LOG.error("a message was dropped: the codec cannot decode it", e);
      return;
    }
    room.acquireUninterruptibly();
    events.add(message);
  }

  /** Takes the news that a subscription is in force; so many of its kind's group are. */
  void subscribed(Subscription subscription, long count) {
    K name = key(subscription.name());
    events.add(
        listener -> {
          switch (subscription.kind()) {
            case CHANNEL -> listener.subscribed(name, count);
            case SHARD_CHANNEL -> listener.ssubscribed(name, count);
            case PATTERN -> listener.psubscribed(name, count);
          }
        });
  }

  /** Takes the news that a subscription has ended; so many of its kind's group are left. */
  void unsubscribed(Subscription subscription, long count) {
    K name = key(subscription.name());
    events.add(
        listener -> {
          switch (subscription.kind()) {
            case CHANNEL -> listener.unsubscribed(name, count);
            case SHARD_CHANNEL -> listener.sunsubscribed(name, count);
            case PATTERN -> listener.punsubscribed(name, count);
          }
        });
  }

  private K key(byte[] bytes) {
    return codec.decodeKey(ByteBuffer.wrap(bytes));
  }

  /**
   * Tells what was taken, on this thread or on one that is telling already. To be called without
   * any lock.
   */
  void deliver() {
    if (deliveries.getAndIncrement() != 0) {
      return;
    }
    int seen = 1;
    while (seen != 0) {
      for (var event = events.poll(); event != null; event = events.poll()) {
        tell(event);
      }
      seen = deliveries.addAndGet(-seen);
    }
  }

  /* Whatever a listener throws, the others are told, and what comes next is. */
  private void tell(Consumer<RedisPubSubListener<K, V>> event) {
    for (RedisPubSubListener<K, V> listener : listeners) {
      try {
        event.accept(listener);
      } catch (Throwable e) {
        LOG.error("a listener of subscriptions failed", e);
      }
    }
    if (event instanceof Message) {
      room.release();
    }
  }

  private record Message<K, V>(Subscription.Kind kind, @Nullable K pattern, K channel, V body)
      implements Consumer<RedisPubSubListener<K, V>> {
    @Override
    public void accept(RedisPubSubListener<K, V> listener) {
      if (pattern != null) {
        listener.message(pattern, channel, body);
      } else if (kind == Subscription.Kind.SHARD_CHANNEL) {
        listener.smessage(channel, body);
      } else {
        listener.message(channel, body);
      }
    }
  }
}
