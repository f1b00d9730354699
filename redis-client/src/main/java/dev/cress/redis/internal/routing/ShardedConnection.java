package dev.cress.redis.internal.routing;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.cress.node.RoutingException;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisChannelWriter;
import io.lettuce.core.StatefulRedisConnectionImpl;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.ProtocolKeyword;
import io.lettuce.core.protocol.RedisCommand;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lettuce's own connection without the state of a single server, such as its database or user,
 * which Cress does not let a command change. From MULTI to EXEC Lettuce remembers every command, to
 * give it its part of the reply. Thread-safe.
 *
 * @param <K> key type
 * @param <V> value type
 */
public class ShardedConnection<K, V> extends StatefulRedisConnectionImpl<K, V> {

  private static final Set<CommandType> CONTROL =
      EnumSet.of(CommandType.MULTI, CommandType.EXEC, CommandType.DISCARD);

  /**
   * Creates a connection.
   *
   * @param writer takes the commands
   * @param codec encodes keys and values
   * @param timeout the time-out of a command
   * @param options the client's options
   */
  @SuppressWarnings("this-escape") // Lettuce's setter stores the options and calls nothing of ours.
  public ShardedConnection(
      RedisChannelWriter writer, RedisCodec<K, V> codec, Duration timeout, ClientOptions options) {
    super(writer, NoPush.INSTANCE, codec, timeout, options.getJsonParser());
    setOptions(options);
  }

  /* A nested MULTI fails and leaves the transaction open, which Lettuce would forget. */
  @Override
  protected <T> RedisCommand<K, V, T> preProcessCommand(RedisCommand<K, V, T> command) {
    boolean collecting = multi != null;
    CommandType control = control(command.getType());
    boolean remembered = control == null ? collecting : control != CommandType.MULTI || !collecting;
    return remembered ? super.preProcessCommand(command) : command;
  }

  private static @Nullable CommandType control(ProtocolKeyword keyword) {
    if (keyword instanceof CommandType type) {
      return CONTROL.contains(type) ? type : null;
    }
    return control(String.valueOf(keyword), new String(keyword.getBytes(), US_ASCII));
  }

  /* Lettuce goes by the keyword's text, a server by its bytes: here they must not differ. */
  private static @Nullable CommandType control(String text, String sent) {
    CommandType control = null;
    for (CommandType type : CONTROL) {
      if (sent.equalsIgnoreCase(type.name()) && !text.equals(type.name())) {
        throw new RoutingException(type + " must be sent as Lettuce's own CommandType." + type);
      }
      control = text.equals(type.name()) ? type : control;
    }
    return control;
  }
}
