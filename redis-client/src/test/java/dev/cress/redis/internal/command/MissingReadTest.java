package dev.cress.redis.internal.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cress.redis.error.NodeUnavailableException;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.RedisCommand;
import java.util.List;
import org.junit.jupiter.api.Test;

class MissingReadTest {

  private final CommandTable table = CommandTable.load();

  @Test
  void theTypeOfAMissingKeyIsAWordThatNoCodecDecodes() throws Exception {
    AsyncCommand<byte[], byte[], List<Object>> type = untyped(CommandType.TYPE);

    missing(type).completeExceptionally(new NodeUnavailableException("a", null));

    assertThat(type.get()).containsExactly("none");
  }

  @Test
  void aCommandWithoutAReplyForAMissingKeyStaysAsItIs() {
    RedisCommand<?, ?, ?> write = untyped(CommandType.SET);
    RedisCommand<?, ?, ?> random = untyped(CommandType.SRANDMEMBER);

    assertThat(missing(write)).isSameAs(write);
    assertThat(missing(random)).isSameAs(random);
  }

  private RedisCommand<?, ?, ?> missing(RedisCommand<?, ?, ?> command) {
    return MissingRead.of(command, table.spec(command));
  }

  private static AsyncCommand<byte[], byte[], List<Object>> untyped(CommandType type) {
    return new AsyncCommand<>(
        new Command<>(
            type,
            new NestedMultiOutput<>(ByteArrayCodec.INSTANCE),
            new CommandArgs<>(ByteArrayCodec.INSTANCE).addKey(new byte[] {'k'})));
  }
}
