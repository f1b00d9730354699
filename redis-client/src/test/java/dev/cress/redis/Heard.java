package dev.cress.redis;

import io.lettuce.core.pubsub.RedisPubSubListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A listener that keeps all it is told, in order, as text. */
final class Heard implements RedisPubSubListener<String, String> {

  final List<String> messages = new CopyOnWriteArrayList<>();
  final List<String> events = new CopyOnWriteArrayList<>();

  @Override
  public void message(String channel, String message) {
    messages.add(channel + "=" + message);
  }

  @Override
  public void message(String pattern, String channel, String message) {
    messages.add(pattern + ":" + channel + "=" + message);
  }

  @Override
  public void smessage(String channel, String message) {
    messages.add("shard:" + channel + "=" + message);
  }

  @Override
  public void subscribed(String channel, long count) {
    events.add("+" + channel + " " + count);
  }

  @Override
  public void psubscribed(String pattern, long count) {
    events.add("+p:" + pattern + " " + count);
  }

  @Override
  public void ssubscribed(String channel, long count) {
    events.add("+s:" + channel + " " + count);
  }

  @Override
  public void unsubscribed(String channel, long count) {
    events.add("-" + channel + " " + count);
  }

  @Override
  public void punsubscribed(String pattern, long count) {
    events.add("-p:" + pattern + " " + count);
  }

  @Override
  public void sunsubscribed(String channel, long count) {
    events.add("-s:" + channel + " " + count);
  }
}
