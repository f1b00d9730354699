package dev.cress.redis.internal.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.cress.redis.error.PartialFailureException;
import dev.cress.testservers.TestNode;
import dev.cress.testservers.TestServers;
import io.lettuce.core.KeyValue;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisChannelWriter;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.output.KeyValueListOutput;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Split commands through the writers of connections to two real servers. */
class FanOutIT {

  private final CommandTable table = CommandTable.load();
  private final TestServers servers = TestServers.start();
  private final RedisClient client = RedisClient.create();
  private final List<StatefulRedisConnection<byte[], byte[]>> connections = new ArrayList<>();

  @BeforeEach
  void connect() {
    for (int i = 0; i < 2; i++) {
      TestNode node = servers.redis();
      RedisURI uri = RedisURI.create(node.host(), node.port());
      connections.add(client.connect(ByteArrayCodec.INSTANCE, uri));
    }
  }

  @AfterEach
  void close() {
    client.shutdown();
    servers.close();
  }

  @Test
  void keysAreWrittenReadCountedAndDeletedOnTheirNodes() throws Exception {
    List<String> keys = List.of("b1", "a1", "b2", "a1");
    String large = "x".repeat(2_000_000);

    String mset = run(CommandType.MSET, status(), "a1", large, "b1", "1", "b2", "2");
    List<KeyValue<String, String>> values =
        run(CommandType.MGET, new KeyValueListOutput<>(StringCodec.UTF8, keys), keys);
    Long exists = run(CommandType.EXISTS, integer(), "a1", "a2", "b1", "b1");
    Long deleted = run(CommandType.DEL, integer(), "a1", "a2", "b1", "b2");

    assertThat(mset).isEqualTo("OK");
    assertThat(values)
        .containsExactly(
            KeyValue.just("b1", "1"),
            KeyValue.just("a1", large),
            KeyValue.just("b2", "2"),
            KeyValue.just("a1", large));
    assertThat(exists).isEqualTo(3);
    assertThat(deleted).isEqualTo(3);
  }

  @Test
  void aRawReplyLooksLikeOneFromASingleServer() throws Exception {
    run(CommandType.MSET, status(), "a1", "1", "b1", "2");

    List<Object> split = run(CommandType.MGET, nested(), "b1", "a1", "a2");
    List<Object> whole = run(CommandType.MGET, nested(), "a1", "a2", "a3");

    assertThat(split).containsExactly("2", "1", null);
    assertThat(whole).containsExactly("1", null, null);
  }

  @Test
  void anErrorOfOneServerFailsItsKeysOnly() {
    connections.get(1).sync().configSet("maxmemory", "1");

    assertThatExceptionOfType(ExecutionException.class)
        .isThrownBy(() -> run(CommandType.MSET, status(), "a1", "1", "b1", "2"))
        .havingCause()
        .isInstanceOfSatisfying(
            PartialFailureException.class,
            failure -> assertThat(Commands.text(failure.failedKeys())).containsExactly("b1"));
    assertThat(connections.get(0).sync().get(new byte[] {'a', '1'})).isEqualTo(new byte[] {'1'});
  }

  private <T> T run(CommandType type, CommandOutput<String, String, T> output, String... args)
      throws Exception {
    return run(type, output, List.of(args));
  }

  private <T> T run(CommandType type, CommandOutput<String, String, T> output, List<String> args)
      throws Exception {
    AsyncCommand<String, String, T> command =
        new AsyncCommand<>(
            new Command<>(type, output, new CommandArgs<>(StringCodec.UTF8).addKeys(args)));
    FanOut.of(command, table.spec(command))
        .split(key -> key[0] - 'a', group -> "node " + group)
        .forEach(part -> writer(part.group()).write(part.command()));
    return command.get(10, TimeUnit.SECONDS);
  }

  private RedisChannelWriter writer(int group) {
    return ((RedisChannelHandler<?, ?>) connections.get(group)).getChannelWriter();
  }

  private static StatusOutput<String, String> status() {
    return new StatusOutput<>(StringCodec.UTF8);
  }

  private static IntegerOutput<String, String> integer() {
    return new IntegerOutput<>(StringCodec.UTF8);
  }

  private static NestedMultiOutput<String, String> nested() {
    return new NestedMultiOutput<>(StringCodec.UTF8);
  }
}
