package dev.cress.redis.internal.pubsub;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.cress.redis.internal.command.EncodedArgs;
import io.lettuce.core.protocol.CommandType;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One thing that a connection listens to: equal by its kind and its encoded name. Immutable. */
final class Subscription {

  /* Every node tells of its own keys, whatever node owns the channel's name. */
  private static final List<byte[]> KEY_EVENTS =
      List.of("__keyspace@".getBytes(US_ASCII), "__keyevent@".getBytes(US_ASCII));

  /** What Redis can be subscribed to. */
  enum Kind {
    CHANNEL(CommandType.SUBSCRIBE, CommandType.UNSUBSCRIBE),
    SHARD_CHANNEL(CommandType.SSUBSCRIBE, CommandType.SUNSUBSCRIBE),
    PATTERN(CommandType.PSUBSCRIBE, CommandType.PUNSUBSCRIBE);

    final CommandType subscribe;
    final CommandType unsubscribe;

    Kind(CommandType subscribe, CommandType unsubscribe) {
      this.subscribe = subscribe;
      this.unsubscribe = unsubscribe;
    }
  }

  private final Kind kind;
  private final byte[] name;

  Subscription(Kind kind, byte[] name) {
    this.kind = kind;
    this.name = name;
  }

  Kind kind() {
    return kind;
  }

  /** The name of the channel, or the pattern; not to be changed. */
  byte[] name() {
    return name;
  }

  /** Whether it is heard at every node, and not at one owner. */
  boolean isEverywhere() {
    return kind == Kind.PATTERN || (kind == Kind.CHANNEL && isKeyEvents(name));
  }

  /** Whether Redis itself publishes what happens to keys in this channel. */
  static boolean isKeyEvents(byte[] channel) {
    return KEY_EVENTS.stream().anyMatch(prefix -> EncodedArgs.startsWith(channel, prefix));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Subscription that
        && kind == that.kind
        && Arrays.equals(name, that.name);
  }

  @Override
  public int hashCode() {
    return 31 * kind.hashCode() + Arrays.hashCode(name);
  }

  @Override
  public String toString() {
    return kind + " subscription";
  }
}
