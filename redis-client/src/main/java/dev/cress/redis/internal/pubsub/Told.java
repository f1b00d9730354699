package dev.cress.redis.internal.pubsub;

import dev.cress.redis.internal.pubsub.Subscription.Kind;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/** The subscriptions that the user's listeners know to be in force. Not thread-safe. */
final class Told {

  /* Redis counts channels and patterns together, and shard channels apart. */
  private final Set<Subscription> subscriptions = new HashSet<>();
  private final Set<Subscription> shardChannels = new HashSet<>();

  private Set<Subscription> group(Subscription subscription) {
    return subscription.kind() == Kind.SHARD_CHANNEL ? shardChannels : subscriptions;
  }

  boolean add(Subscription subscription) {
    return group(subscription).add(subscription);
  }

  void remove(Subscription subscription) {
    group(subscription).remove(subscription);
  }

  void removeAll(Collection<Subscription> gone) {
    gone.forEach(this::remove);
  }

  /** How many are in force of those that are counted together with this one. */
  long count(Subscription subscription) {
    return group(subscription).size();
  }
}
