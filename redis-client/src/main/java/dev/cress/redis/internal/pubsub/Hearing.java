package dev.cress.redis.internal.pubsub;

import dev.cress.redis.internal.pubsub.Subscription.Kind;
import io.lettuce.core.pubsub.RedisPubSubAdapter;

/** What one link tells; called on its event loop. */
final class Hearing extends RedisPubSubAdapter<byte[], byte[]> {

  private final NodeSubscriber node;
  private final Subscriptions facade;

  Hearing(NodeSubscriber node, Subscriptions facade) {
    this.node = node;
    this.facade = facade;
  }

  @Override
  public void message(byte[] channel, byte[] message) {
    facade.heard(Kind.CHANNEL, null, channel, message);
  }

  @Override
  public void message(byte[] pattern, byte[] channel, byte[] message) {
    facade.heard(Kind.PATTERN, pattern, channel, message);
  }

  @Override
  public void smessage(byte[] channel, byte[] message) {
    facade.heard(Kind.SHARD_CHANNEL, null, channel, message);
  }

  @Override
  public void subscribed(byte[] channel, long count) {
    facade.confirmed(node, new Subscription(Kind.CHANNEL, channel));
  }

  @Override
  public void ssubscribed(byte[] channel, long count) {
    facade.confirmed(node, new Subscription(Kind.SHARD_CHANNEL, channel));
  }

  @Override
  public void psubscribed(byte[] pattern, long count) {
    facade.confirmed(node, new Subscription(Kind.PATTERN, pattern));
  }
}
