package dev.cress.redis.internal.pubsub;

import org.jspecify.annotations.Nullable;

/**
 * Takes what one connection hears, in order. Thread-safe: nodes tell at the same time. What is
 * taken is told to the user by {@link #deliver}, to be called without any lock.
 */
interface Receiver {

  /**
   * A message, which came by a channel, a shard channel or a pattern; waits while too many are
   * kept.
   */
  void message(Subscription.Kind kind, byte @Nullable [] pattern, byte[] channel, byte[] body);

  /** A subscription is in force; so many of its kind's group are. */
  void subscribed(Subscription subscription, long count);

  /** A subscription has ended; so many of its kind's group are left. */
  void unsubscribed(Subscription subscription, long count);

  /** Tells what was taken, on this thread or on one that is telling already. */
  void deliver();
}
