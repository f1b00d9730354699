package dev.cress.redis.internal.routing;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisChannelWriter;
import io.lettuce.core.StatefulRedisConnectionImpl;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.protocol.RedisCommand;
import java.time.Duration;

/**
 * Lettuce's own connection without the state of a single server, such as its database or user,
 * which Cress does not let a command change. From MULTI to EXEC Lettuce remembers every command, to
 * give it its part of the reply. Thread-safe.
 *
 * @param <K> key type
 * @param <V> value type
 */
public final class ShardedConnection<K, V> extends StatefulRedisConnectionImpl<K, V> {

  /**
   * Creates a connection.
   *
   * @param writer takes the commands
   * @param codec encodes keys and values
   * @param timeout the time-out of a command
   * @param options the client's options
   */
  public ShardedConnection(
      RedisChannelWriter writer, RedisCodec<K, V> codec, Duration timeout, ClientOptions options) {
    super(writer, NoPush.INSTANCE, codec, timeout, options.getJsonParser());
    setOptions(options);
  }

  /* A nested MULTI fails and leaves the transaction open, which Lettuce would forget. */
  @Override
  protected <T> RedisCommand<K, V, T> preProcessCommand(RedisCommand<K, V, T> command) {
    boolean collecting = multi != null;
    return switch (String.valueOf(command.getType())) {
      case "MULTI" -> collecting ? command : super.preProcessCommand(command);
      case "EXEC", "DISCARD" -> super.preProcessCommand(command);
      default -> collecting ? super.preProcessCommand(command) : command;
    };
  }
}
